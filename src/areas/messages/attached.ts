// What hangs on messages: read with them here, and changed by the areas of their names through this file alone.
export { deleteReaction, insertReaction, reactionsOf } from './reactions/store.ts'
export { readersOf } from './read-receipts/store.ts'
export { insertSubmessage, submessagesOf } from './submessages/store.ts'
