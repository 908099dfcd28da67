/** Texts of pinned messages and topics. */
export { messages as p } from 'messages:pins'
