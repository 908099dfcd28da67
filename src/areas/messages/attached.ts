// What hangs on messages: read with them here, and changed by the areas of their names through this file alone.
export { deleteReaction, insertReaction, reactionsOf } from './store/reactions.ts'
export { readersOf } from './store/receivers.ts'
export { insertSubmessage, submessagesOf } from './store/submessages.ts'
