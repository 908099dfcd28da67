import { userRowsCache } from '#platform/organization'
import { heldMessageChanged } from './states.ts'
import * as store from './store.ts'

/** Every client gets its user's own when it registers. */
export const heldMessagesCache = userRowsCache({
  name: 'held messages',
  load: store.waiting,
  changed: heldMessageChanged,
})
