/** Titles of the personal settings pages and of their groups. */
export { messages as ownSettings } from 'messages:ownSettings'
