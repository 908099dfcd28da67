import { asUserId, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import { Pace } from '#platform/fair-queues'
import { type Change, cache, type Organization } from '#platform/organization'
import { People } from './account.ts'
import { accountChanged, settingChanged, userAdded, userUpdated } from './states.ts'
import { everyone, list } from './store.ts'

async function refresh(people: People, ids: UserId[], tx: Tx, orgId: number): Promise<Change> {
  const accounts = ids.length > 0 ? await list(tx, orgId, [...new Set(ids)]) : []
  return () => {
    for (const account of accounts) people.put(account)
  }
}

export const peopleCache = cache<People>({
  name: 'people',
  async load(tx, orgId) {
    const people = new People()
    const accounts = await everyone(tx, orgId)
    const pace = new Pace()
    for (const account of accounts) {
      people.put(account)
      if (pace.isDue) await pace.turn()
    }
    return people
  },
})
  .on([userAdded, userUpdated], (people, events, tx, orgId) =>
    refresh(
      people,
      events.map(({ payload }) => asUserId(payload.person.user_id)),
      tx,
      orgId,
    ),
  )
  .on(settingChanged, (people, events, tx, orgId) =>
    refresh(
      people,
      events.flatMap(({ audience }) => audience.users ?? []),
      tx,
      orgId,
    ),
  )
  .on(accountChanged, (people, events, tx, orgId) =>
    refresh(
      people,
      events.map(({ payload }) => payload.user_id),
      tx,
      orgId,
    ),
  )

/** A user, and the owner if the user is a bot. */
export function withBotOwner(org: Organization, userId: UserId): UserId[] {
  const owner = org.get(peopleCache).byId.get(userId)?.botOwnerId
  return owner == null ? [userId] : [userId, owner]
}
