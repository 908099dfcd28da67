import type { Organization } from '#platform/organization'
import { endTokens } from '../../sign-in/access-tokens/actions.ts'
import { forget } from './actions/clients.ts'
import { idleMs } from './actions/grants.ts'
import * as store from './store.ts'

const atOnce = 500

/** Revokes grants that can't be renewed anymore, and deletes programs without access. */
export async function clear(org: Organization): Promise<void> {
  const now = org.now()
  const idleSince = new Date(now.getTime() - idleMs)
  const [dead, clients] = await org.db.read(async (tx) => [
    await store.deadTokens(tx, org.id, now, idleSince, atOnce),
    await store.countClients(tx, org.id),
  ])
  if (dead.length === 0 && clients === 0) return
  await org.transact(null, async (mutation) => {
    await endTokens(mutation, dead)
    await store.removeOldCodes(mutation.tx, mutation.org.id, mutation.now)
    await forget(mutation)
  })
}

/** Runs daily in organizations that have programs. */
export const nextClearing = async (org: Organization): Promise<Date | null> =>
  (await org.db.read((tx) => store.countClients(tx, org.id))) > 0 ? org.now() : null
