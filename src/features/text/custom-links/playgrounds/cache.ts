import { cache } from '#platform/organization'
import { type CodePlayground, playgroundsChanged } from './api.ts'
import * as store from './store.ts'

export const playgroundsCache = cache<CodePlayground[]>({
  name: 'code playgrounds',
  load: store.list,
}).on(playgroundsChanged, async (list, _events, tx, orgId) => {
  const fresh = await store.list(tx, orgId)
  return () => {
    list.splice(0, list.length, ...fresh)
  }
})
