import { asChannelId, asUserId, type ChannelId, type UserId } from '#contract'
import { anyOf, sql, type Tx } from '#platform/db'
import { type Cache, type Change, cache, type LoggedEvent } from '#platform/organization'
import { userAdded, userUpdated } from '../../people/users/states.ts'
import { subscribed, unsubscribed } from './states.ts'

const noUsers: ReadonlySet<UserId> = new Set()

/** Current subscribers of each channel, without deactivated users. */
export class Subscribers {
  readonly #byChannel = new Map<ChannelId, Set<UserId>>()

  of(channelId: ChannelId): ReadonlySet<UserId> {
    return this.#byChannel.get(channelId) ?? noUsers
  }

  count(channelId: ChannelId): number {
    return this.of(channelId).size
  }

  list(channelId: ChannelId): UserId[] {
    return [...this.of(channelId)].sort((a, b) => a - b)
  }

  channelsOf(userId: UserId): ChannelId[] {
    return [...this.#byChannel].filter(([, users]) => users.has(userId)).map(([channelId]) => channelId)
  }

  add(channelId: ChannelId, userIds: readonly UserId[]): void {
    const known = this.#byChannel.get(channelId)
    if (!known) this.#byChannel.set(channelId, new Set(userIds))
    else for (const id of userIds) known.add(id)
  }

  remove(channelId: ChannelId, userIds: readonly UserId[]): void {
    const known = this.#byChannel.get(channelId)
    for (const id of userIds) known?.delete(id)
  }
}

// the subscriptions feature's table: access to a channel depends on its subscribers
function read(tx: Tx, orgId: number, userIds?: UserId[]): Promise<{ channel_id: ChannelId; users: UserId[] }[]> {
  let query = tx
    .selectFrom('subscription as s')
    .innerJoin('account as a', 'a.id', 's.user_id')
    .select(['s.channel_id', sql<UserId[]>`array_agg(s.user_id order by s.user_id)`.as('users')])
    .where('s.org_id', '=', orgId)
    .where('s.active', '=', true)
    .where('a.deactivated_at', 'is', null)
  if (userIds) query = query.where('s.user_id', '=', anyOf(userIds))
  return query.groupBy('s.channel_id').execute()
}

async function followPeople(
  subscribers: Subscribers,
  events: LoggedEvent<typeof userAdded | typeof userUpdated>[],
  tx: Tx,
  orgId: number,
): Promise<Change> {
  const changed = events.flatMap(({ payload: { person } }) =>
    person.is_active === undefined ? [] : [asUserId(person.user_id)],
  )
  const rows = changed.length > 0 ? await read(tx, orgId, changed) : []
  return () => {
    for (const id of changed) for (const channelId of subscribers.channelsOf(id)) subscribers.remove(channelId, [id])
    for (const { channel_id, users } of rows) subscribers.add(channel_id, users)
  }
}

/** perf: all in memory, so that registering, events, and messages don't query subscribers. */
export const subscribersCache = cache<Subscribers>({
  name: 'subscribers',
  async load(tx, orgId) {
    const subscribers = new Subscribers()
    for (const { channel_id, users } of await read(tx, orgId)) subscribers.add(channel_id, users)
    return subscribers
  },
})
  .on([subscribed, unsubscribed], (subscribers, events) => () => {
    for (const { op, payload, audience } of events)
      for (const { stream_id } of payload.subscriptions) subscribers[op](asChannelId(stream_id), audience.users ?? [])
  })
  .on([userAdded, userUpdated], followPeople)

export interface Memory {
  get<T>(cache: Cache<T>): T
}

/** A user's current subscriptions; see the subscriptions' cache. */
export interface Memberships {
  isSubscribed(channelId: ChannelId): boolean
}

export function membershipsOf(memory: Memory, userId: UserId): Memberships {
  const subscribers = memory.get(subscribersCache)
  return { isSubscribed: (channelId) => subscribers.of(channelId).has(userId) }
}

export function sharedChannels(memory: Memory, userId: UserId): ReadonlySet<UserId>[] {
  const subscribers = memory.get(subscribersCache)
  return subscribers.channelsOf(userId).map((id) => subscribers.of(id))
}
