import { userRowsCache } from '#platform/organization'
import { moderationFileChanged } from '../states.ts'
import * as store from './store.ts'

/** Unacknowledged warnings. Every client gets its user's own when it registers. */
export const pendingWarningsCache = userRowsCache({
  name: 'pending warnings',
  load: store.pending,
  changed: moderationFileChanged,
})
