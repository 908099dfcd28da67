/** Texts of group pages. */
export { messages as t } from 'messages:groupSettings'
