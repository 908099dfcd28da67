import { userRowsCache } from '#platform/organization'
import { restrictionChanged } from './states.ts'
import * as store from './store.ts'

/** Restrictions that haven't ended. */
export const restrictionsCache = userRowsCache({
  name: 'restrictions',
  load: store.current,
  changed: restrictionChanged,
})
