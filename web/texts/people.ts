/** Texts of the people sidebar and of your own status. */
export { messages as h } from 'messages:people'
