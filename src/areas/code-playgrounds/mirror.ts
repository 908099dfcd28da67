import { mirror } from '#platform/organization'
import type { CodePlayground } from './api.ts'
import * as store from './store.ts'

/** Every code playground of an organization, oldest first. */
export const playgroundsMirror = mirror<CodePlayground[]>({
  name: 'code playgrounds',
  load: store.list,
  follow: {
    realm_playgrounds: async (list, _events, tx, orgId) => {
      list.splice(0, list.length, ...(await store.list(tx, orgId)))
    },
  },
})
