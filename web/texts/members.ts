/** Texts for adding and removing several members at once. */
export { messages as s } from 'messages:members'
