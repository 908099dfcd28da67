import type { Tx } from '#platform/db'
import { cache } from '#platform/organization'
import { lockdownChanged } from './states.ts'
import * as store from './store.ts'

interface Known {
  /** The current or most recent lockdown. */
  newest: store.Stored | undefined
}

const load = async (tx: Tx, orgId: number): Promise<Known> => ({ newest: await store.newest(tx, orgId) })

export const lockdownCache = cache<Known>({ name: 'lockdown', load }).on(
  lockdownChanged,
  async (known, _events, tx, orgId) => {
    const { newest } = await load(tx, orgId)
    return () => {
      known.newest = newest
    }
  },
)
