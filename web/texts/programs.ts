/** Texts of the connected apps page. */
export { messages as programs } from 'messages:programs'
