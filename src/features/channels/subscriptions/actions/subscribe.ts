import { type ChannelId, isGuest, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import type { Account } from '../../../people/users/account.ts'
import { canSeeChannel } from '../../channels/access.ts'
import { showChannels } from '../../channels/actions/visibility.ts'
import { channelAudience, clientsOf, emitAbout } from '../../channels/audience.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelObject } from '../../channels/serialize.ts'
import { peersAdded, subscribed } from '../../channels/states.ts'
import { subscribersCache } from '../../channels/subscribers-cache.ts'
import type { ChannelObject, Subscription } from '../../channels/wire.ts'
import { pickColor } from '../colors.ts'
import { push } from '../lists-by-key.ts'
import { defaultPersonal, type Personal, withPersonal } from '../serialize/subscription.ts'
import * as store from '../store.ts'
import { meet } from './guest-visibility.ts'

type Person = Pick<Account, 'id' | 'role'>

interface SubscribeOptions {
  /** Channels created in this mutation, for which events were already sent. */
  created?: ReadonlySet<ChannelId>
  colors?: ReadonlyMap<ChannelId, string>
}

/** By user. */
export interface SubscribeResult {
  readonly added: ReadonlyMap<UserId, readonly Channel[]>
  readonly already: ReadonlyMap<UserId, readonly Channel[]>
}

/** `byId` is null for the server; `sendMessages`: whether to message the new subscribers. */
export const subscribersAdded =
  hook<
    [{ added: SubscribeResult['added']; byId: UserId | null; sendMessages: boolean; created: ReadonlySet<ChannelId> }]
  >()

/** Above this many, users without a color get the same one for a channel, to keep the number of events small. */
const maxWithOwnColors = 500

/** Check permissions before. A handful of statements for any number of people. */
export async function subscribe(
  mutation: Mutation,
  channels: readonly Channel[],
  people: readonly Person[],
  { created = new Set(), colors = new Map() }: SubscribeOptions = {},
): Promise<SubscribeResult> {
  const { tx, org } = mutation
  const subscribers = mutation.get(subscribersCache)
  const added = new Map<UserId, Channel[]>()
  const already = new Map<UserId, Channel[]>()
  const newcomers = new Map<ChannelId, Person[]>()
  for (const channel of channels) {
    const known = subscribers.of(channel.id)
    const fresh: Person[] = []
    for (const person of people) {
      push(known.has(person.id) ? already : added, person.id, channel)
      if (!known.has(person.id)) fresh.push(person)
    }
    if (fresh.length > 0) newcomers.set(channel.id, fresh)
  }
  if (added.size === 0) return { added, already }
  const joined = channels.filter(({ id }) => newcomers.has(id))
  const personal = await choose(mutation, joined, newcomers, colors)
  const pairs: store.Pairs = { userIds: [], channelIds: [] }
  const chosen: Personal[] = []
  for (const { id } of joined)
    for (const person of newcomers.get(id) as Person[]) {
      pairs.userIds.push(person.id)
      pairs.channelIds.push(id)
      chosen.push(personal(person.id, id))
    }
  await store.open(tx, org.id, pairs, chosen, mutation.position)

  for (const channel of joined) {
    if (created.has(channel.id)) continue
    const fresh = newcomers.get(channel.id) as Person[]
    const gained = fresh.filter((person) => !couldSee(mutation, person, channel)).map(({ id }) => id)
    showChannels(mutation, [channel], gained, { withPeers: false })
  }
  notifyNewUsers(mutation, joined, newcomers, added, personal)
  for (const channel of joined) {
    const user_ids = (newcomers.get(channel.id) as Person[]).map(({ id }) => id).sort((a, b) => a - b)
    const audience = { ...channelAudience(org, channel), except: user_ids }
    emitAbout(mutation, clientsOf(channel), peersAdded, { stream_ids: [channel.id], user_ids }, audience)
  }
  await meet(mutation, added)
  return { added, already }
}

function couldSee({ org }: Mutation, person: Person, channel: Channel): boolean {
  if (channel.isWebPublic) return true
  if (isGuest(person)) return false
  if (!channel.isPrivate) return true
  const viewer = org.viewer(person.id)
  return viewer !== undefined && canSeeChannel(viewer, channel, false)
}

/** New subscribers' settings: their previous ones, or the defaults with a color. */
async function choose(
  { tx, org }: Mutation,
  channels: readonly Channel[],
  newcomers: ReadonlyMap<ChannelId, Person[]>,
  wanted: ReadonlyMap<ChannelId, string>,
): Promise<(userId: UserId, channelId: ChannelId) => Personal> {
  const userIds = [...new Set([...newcomers.values()].flatMap((list) => list.map(({ id }) => id)))]
  const few = userIds.length <= maxWithOwnColors
  const channelIds = channels.map(({ id }) => id)
  const rows = await store.ofUsers(tx, org.id, userIds, few ? null : channelIds)
  const before = new Map(rows.map((row) => [`${row.user_id} ${row.channel_id}`, row]))
  const used = new Map<UserId, Map<string, number>>()
  const count = (userId: UserId, color: string) => {
    const mine = used.get(userId) ?? new Map<string, number>()
    used.set(userId, mine.set(color, (mine.get(color) ?? 0) + 1))
  }
  if (few) for (const row of rows) if (row.active) count(row.user_id, row.color)
  const chosen = new Map<string, Personal>()
  const pushes = new Set(channels.filter((channel) => channel.defaultPushNotifications).map(({ id }) => id))
  for (const [channelId, people] of newcomers) {
    const initial = { ...defaultPersonal, push_notifications: pushes.has(channelId) || null }
    for (const { id } of people) {
      const key = `${id} ${channelId}`
      const row = before.get(key)
      const color = wanted.get(channelId) ?? row?.color ?? pickColor(used.get(id) ?? new Map(), channelId)
      if (few) count(id, color)
      chosen.set(key, { ...(row ?? initial), color })
    }
  }
  return (userId, channelId) => chosen.get(`${userId} ${channelId}`) as Personal
}

interface Shown {
  object: ChannelObject
  lists: { subscribers: UserId[] }
}

/** Emits events to new subscribers; those with equal settings share one. */
function notifyNewUsers(
  mutation: Mutation,
  joined: readonly Channel[],
  newcomers: ReadonlyMap<ChannelId, Person[]>,
  added: ReadonlyMap<UserId, readonly Channel[]>,
  personal: (userId: UserId, channelId: ChannelId) => Personal,
): void {
  const subscribers = mutation.get(subscribersCache)
  const shown = new Map(
    joined.map((channel) => {
      const ids = new Set(subscribers.of(channel.id))
      for (const { id } of newcomers.get(channel.id) as Person[]) ids.add(id)
      const list = [...ids].sort((a, b) => a - b)
      return [channel.id, { object: channelObject(mutation.org, channel, list.length), lists: { subscribers: list } }]
    }),
  )
  const groups = new Map<string, { channels: readonly Channel[]; users: UserId[] }>()
  const put = (userId: UserId, channels: readonly Channel[]) => {
    const key = JSON.stringify(channels.map(({ id }) => [id, personalKey(personal(userId, id))]))
    const group = groups.get(key)
    if (group) group.users.push(userId)
    else groups.set(key, { channels, users: [userId] })
  }
  for (const [userId, channels] of added) {
    const live = channels.filter(({ isArchived }) => !isArchived)
    if (added.size > maxWithOwnColors) for (const channel of channels) put(userId, [channel])
    else
      for (const some of [live, channels.filter(({ isArchived }) => isArchived)]) if (some.length > 0) put(userId, some)
  }
  for (const { channels, users } of groups.values()) {
    const subscriptions = channels.map((channel): Subscription => {
      const { object, lists } = shown.get(channel.id) as Shown
      return withPersonal(object, personal(users[0] as UserId, channel.id), lists)
    })
    emitAbout(mutation, clientsOf(channels[0] as Channel), subscribed, { subscriptions }, { users })
  }
}

/** A key that's equal for equal settings. */
export const personalKey = (personal: Personal): string =>
  JSON.stringify([
    personal.color,
    personal.is_muted,
    personal.pin_to_top,
    personal.desktop_notifications,
    personal.audible_notifications,
    personal.push_notifications,
    personal.email_notifications,
    personal.wildcard_mentions_notify,
  ])
