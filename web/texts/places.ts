/** Texts of channels, topics, folders, and groups. */
export { messages as p } from 'messages:places'
