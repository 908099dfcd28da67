/** Texts of the first view. */
export { messages as t } from 'messages:main'
