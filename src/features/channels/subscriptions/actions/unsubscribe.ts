import { type ChannelId, isGuest, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import type { Account } from '../../../people/users/account.ts'
import { canSeeChannel } from '../../channels/access.ts'
import { hideChannels } from '../../channels/actions/visibility.ts'
import { channelAudience, clientsOf, emitAbout } from '../../channels/audience.ts'
import type { Channel } from '../../channels/channel.ts'
import { peersRemoved, unsubscribed } from '../../channels/states.ts'
import { subscribersCache } from '../../channels/subscribers-cache.ts'
import { push } from '../lists-by-key.ts'
import * as store from '../store.ts'
import { part } from './guest-visibility.ts'

type Person = Pick<Account, 'id' | 'role'>

export interface UnsubscribeResult {
  readonly removed: ReadonlyMap<UserId, readonly Channel[]>
  readonly notRemoved: ReadonlyMap<UserId, readonly Channel[]>
}

export const subscribersRemoved = hook<[{ removed: UnsubscribeResult['removed'] }]>()

/** Events about channels that become invisible come last. */
export async function unsubscribe(
  mutation: Mutation,
  channels: readonly Channel[],
  people: readonly Person[],
): Promise<UnsubscribeResult> {
  const { tx, org } = mutation
  const subscribers = mutation.get(subscribersCache)
  const removed = new Map<UserId, Channel[]>()
  const notRemoved = new Map<UserId, Channel[]>()
  const leavers = new Map<ChannelId, Person[]>()
  const pairs: store.Pairs = { userIds: [], channelIds: [] }
  for (const channel of channels) {
    const known = subscribers.of(channel.id)
    for (const person of people) {
      push(known.has(person.id) ? removed : notRemoved, person.id, channel)
      if (!known.has(person.id)) continue
      push(leavers, channel.id, person)
      pairs.userIds.push(person.id)
      pairs.channelIds.push(channel.id)
    }
  }
  if (removed.size === 0) return { removed, notRemoved }
  await store.close(tx, org.id, pairs, mutation.position)

  notifyLeavers(mutation, removed)
  for (const channel of channels) {
    const gone = leavers.get(channel.id)
    if (!gone) continue
    const user_ids = gone.map(({ id }) => id).sort((a, b) => a - b)
    const lost = gone.filter((person) => !seesWithout(mutation, person, channel)).map(({ id }) => id)
    await hideChannels(mutation, [channel], lost)
    const audience = { ...channelAudience(org, channel), except: user_ids }
    emitAbout(mutation, clientsOf(channel), peersRemoved, { stream_ids: [channel.id], user_ids }, audience)
  }
  part(mutation, removed)
  await subscribersRemoved(mutation, { removed })
  return { removed, notRemoved }
}

function seesWithout({ org }: Mutation, person: Person, channel: Channel): boolean {
  if (channel.isWebPublic) return true
  if (isGuest(person)) return false
  const viewer = org.viewer(person.id)
  return viewer !== undefined && canSeeChannel(viewer, channel, false)
}

function notifyLeavers(mutation: Mutation, removed: ReadonlyMap<UserId, readonly Channel[]>): void {
  const groups = new Map<string, { channels: readonly Channel[]; users: UserId[] }>()
  for (const [userId, channels] of removed)
    for (const archived of [false, true]) {
      const some = channels.filter(({ isArchived }) => isArchived === archived)
      if (some.length === 0) continue
      const key = some.map(({ id }) => id).join()
      const group = groups.get(key)
      if (group) group.users.push(userId)
      else groups.set(key, { channels: some, users: [userId] })
    }
  for (const { channels, users } of groups.values()) {
    const subscriptions = channels.map(({ id, name }) => ({ stream_id: id, name }))
    emitAbout(mutation, clientsOf(channels[0] as Channel), unsubscribed, { subscriptions }, { users })
  }
}
