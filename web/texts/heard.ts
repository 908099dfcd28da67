/** Texts that screen readers announce for new messages. */
export { messages as h } from 'messages:heard'
