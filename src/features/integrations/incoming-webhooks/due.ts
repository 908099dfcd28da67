import { dayMs } from '#contract'
import type { Repeated } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { peopleCache } from '../../people/users/cache.ts'
import { sealIntegrations } from './actions/settings.ts'
import * as store from './store.ts'

/** Encrypts plaintext secrets that an older server or an archive has left in the database. */
export const sealSecrets: Repeated = {
  name: 'open secrets of integrations',
  everySecs: 900,
  onNews: true,
  async run(org) {
    const isOpen = ({ botSettings: { integrations = {} } }: { botSettings: { integrations?: object } }) =>
      Object.values(integrations).some((one: { secret?: string }) => one.secret !== undefined)
    for (const bot of org.get(peopleCache).all())
      if (bot.botType !== null && isOpen(bot))
        await org.transact(null, (mutation) => sealIntegrations(mutation, bot.id))
  },
}

export const keptMs = dayMs

export const forgetPosts: Repeated = {
  name: 'signed posts',
  everySecs: 3_600,
  run: (org) =>
    org.db.transaction(
      async (tx) => void (await store.removePostsBefore(tx, org.id, new Date(org.now().getTime() - keptMs))),
    ),
  ages: (org) => oldestReaches(org, { table: 'signed_post', column: 'posted_at' }, keptMs),
}

const threadsKeptMs = 400 * dayMs

export const forgetThreads: Repeated = {
  name: 'threads of integrations',
  everySecs: 3_600,
  run: (org) =>
    org.db.transaction(
      async (tx) => void (await store.removeThreadsBefore(tx, org.id, new Date(org.now().getTime() - threadsKeptMs))),
    ),
  ages: (org) => oldestReaches(org, { table: 'webhook_thread', column: 'posted_at' }, threadsKeptMs),
}
