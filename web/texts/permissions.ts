/** Texts about permissions. */
export { messages as t } from 'messages:permissions'
