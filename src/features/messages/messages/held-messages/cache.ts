import { userRowsCache } from '#platform/organization'
import { heldMessageChanged } from './states.ts'
import * as store from './store.ts'

/** Without texts, which are read from the database for their authors and moderators. */
export const heldMessagesCache = userRowsCache({
  name: 'held messages',
  load: store.places,
  changed: heldMessageChanged,
})
