/** Texts of message actions. */
export { messages as a } from 'messages:actions'
