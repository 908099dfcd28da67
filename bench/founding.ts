import { randomUUID } from 'node:crypto'
import { roles } from '#contract'
import type { Tx } from '#platform/db'
import type { Runtime } from '#platform/runtime'
import { makeSystemGroups } from '../src/features/people/groups/actions/system-groups.ts'
import { foundOrganization } from '../src/features/people/organization-settings/actions/found.ts'
import { makeSystemBots } from '../src/features/people/users/actions/system-bots.ts'
import { newApiKey } from '../src/features/people/users/api-key.ts'
import { insertAll } from '../src/features/people/users/store.ts'

/** How many per transaction. */
const atOnce = 250
/** How many are created like the command does it, one after the other, with a channel. */
export const foundedFully = 100

export const teamAt = (number: number): string => `team-${number}`

/** Creates numbered organizations with an owner, system bots, and groups; the last ones also with a channel. */
export async function foundTeams(runtime: Runtime, from: number, to: number): Promise<void> {
  const plainly = Math.max(from - 1, to - foundedFully)
  for (let first = from; first <= plainly; first += atOnce) {
    const last = Math.min(plainly, first + atOnce - 1)
    await runtime.db.transaction((tx) => insertTeams(tx, runtime, first, last))
    if (last % 1_000 === 0) console.error(`${last} organizations`)
  }
  for (let number = plainly + 1; number <= to; number++)
    await foundOrganization(runtime, {
      ...{ name: `Team ${number}`, subdomain: teamAt(number) },
      // no one signs in, and hashing passwords would take longer than everything else
      owner: { full_name: 'Owner', email: 'owner@bench.example', password_hash: randomUUID() },
    })
  await runtime.rest({ idleMs: 0 })
}

/** What the command does for each, for many in one transaction, before they are loaded. */
async function insertTeams(tx: Tx, runtime: Runtime, first: number, last: number): Promise<void> {
  const now = runtime.now()
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const rows = await tx
    .insertInto('organization')
    .values(numbers.map((number) => ({ name: `Team ${number}`, subdomain: teamAt(number), created_at: now })))
    .returning(['id', 'subdomain'])
    .execute()
  for (const { id, subdomain } of rows) {
    await makeSystemGroups(tx, id)
    await makeSystemBots(tx, id, `${subdomain}.localhost`, now)
  }
  await insertAll(
    tx,
    rows.map(({ id }) => ({
      ...{ org_id: id, email: 'owner@bench.example', full_name: 'Owner', role: roles.owner, api_key: newApiKey() },
      created_at: now,
    })),
  )
}
