import type { MessageId, UserId } from '#contract'
import type { Audience } from '#platform/events'
import type { Mutation, Organization } from '#platform/organization'
import { canReadChannel } from '../../../channels/channels/access.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { hasProtectedHistory } from '../../../channels/channels/rules.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { spansOf } from '../store/receivers.ts'

/** The given messages of a channel that a user can read, ascending. */
export type VisibleMessages = (userId: UserId) => readonly MessageId[]

export function readersOf(org: Organization, channel: Channel): Set<UserId> {
  const subscribers = org.get(subscribersCache).of(channel.id)
  const readers = new Set<UserId>()
  for (const { id, isActive } of org.get(peopleCache).byId.values()) {
    const viewer = isActive ? org.viewer(id) : undefined
    if (viewer && canReadChannel(viewer, channel, subscribers.has(id))) readers.add(id)
  }
  return readers
}

/** One query if the channel's history is protected from new subscribers, otherwise none. */
export async function visibleMessagesOf(
  { tx, org }: Mutation,
  channel: Channel,
  ids: readonly MessageId[],
): Promise<VisibleMessages> {
  const readers = readersOf(org, channel)
  if (!hasProtectedHistory(channel)) return (user) => (readers.has(user) ? ids : [])
  const seen = new Map<UserId, readonly MessageId[]>()
  for (const { user_id, ranges } of await spansOf(tx, channel.id, [...readers]))
    seen.set(
      user_id,
      ids.filter((id) => ranges.some(([from, below]) => from <= id && (below === null || id < below))),
    )
  return (user) => seen.get(user) ?? []
}

interface Witnesses {
  readonly ids: readonly MessageId[]
  readonly users: UserId[]
}

/** Groups users by the messages they can see; leaves out users who see none. */
export function witnesses(users: Iterable<UserId>, visibleIds: VisibleMessages): Witnesses[] {
  const groups = new Map<string, Witnesses>()
  // perf: most users see everything, as the same array
  const names = new Map<readonly MessageId[], string>()
  for (const user of users) {
    const ids = visibleIds(user)
    if (ids.length === 0) continue
    const name = names.get(ids) ?? ids.join()
    names.set(ids, name)
    const group = groups.get(name)
    if (group) group.users.push(user)
    else groups.set(name, { ids, users: [user] })
  }
  return [...groups.values()]
}

export interface Recipients {
  readonly ids: readonly MessageId[]
  readonly audience: Audience
}

/** Recipients of events about a channel's messages, grouped by the messages each can read. */
export async function notifiedUsers(
  mutation: Mutation,
  channel: Channel,
  ids: readonly MessageId[],
  beside: readonly UserId[] = [],
): Promise<Recipients[]> {
  const subscribers = mutation.get(subscribersCache).of(channel.id)
  if (hasProtectedHistory(channel)) {
    const visibleIds = await visibleMessagesOf(mutation, channel, ids)
    const groups = witnesses(new Set([...subscribers, ...beside]), visibleIds)
    return groups.map((group) => ({ ids: group.ids, audience: { users: group.users } }))
  }
  const others = beside.filter((user) => {
    const viewer = subscribers.has(user) ? undefined : mutation.org.viewer(user)
    return viewer && canReadChannel(viewer, channel, false)
  })
  const audience: Audience = { channel: channel.id, ...(channel.isPrivate ? {} : { publicChannel: true }) }
  return [{ ids, audience: others.length > 0 ? { ...audience, users: others } : audience }]
}
