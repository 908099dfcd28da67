/** Texts of forms in bot messages. */
export { messages as i } from 'messages:interactive'
