import { type ChannelId, foldedTopic, seconds, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { canModerate, readableChannel } from '../../../channels/channels/access.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { channelArchived } from '../../../channels/channels/errors.ts'
import { normalTopic } from '../../../channels/channels/topics.ts'
import { push } from '../../../channels/subscriptions/lists-by-key.ts'
import { checkTotal, maxPerChannel } from '../../../people/organization/totals.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { readerOf } from '../access/reader.ts'
import { quoted, sendAsBot, silent } from '../actions/notices.ts'
import type { MovedMessages } from '../hooks.ts'
import { topicExists } from '../store/messages.ts'
import { textsIn } from '../texts.ts'
import { lockOf } from './access.ts'
import { topicLocksCache } from './cache.ts'
import * as errors from './errors.ts'
import { maxLockSecs, minLockSecs } from './limits.ts'
import { topicsLocked, topicsUnlocked } from './states.ts'
import * as store from './store.ts'

interface WantedLock {
  readonly stream_id: ChannelId
  readonly topic: string
  readonly until: number | null
  readonly reason: string
}

export async function lockTopic(mutation: Mutation, wanted: WantedLock): Promise<store.Stored> {
  const { tx, org, now, viewer } = mutation
  const channel = await moderatedChannel(mutation, wanted.stream_id)
  if (channel.isArchived) throw channelArchived()
  const topic = normalTopic(wanted.topic)
  const known = storedLock(mutation, channel.id, topic)
  const before = lockOf(org, channel.id, topic)
  const keepsEnd = before?.until && wanted.until === seconds(before.until)
  const until = keepsEnd ? before.until : checkedEnd(now, wanted.until)
  const values = { until, due_at: until, reason: wanted.reason, locked_by: viewer.id, locked_at: now }
  if (!known) {
    if (!(await topicExists(tx, channel.conversationId, topic))) throw errors.noSuchTopicToLock()
    checkTotal(maxPerChannel, 'locked topics', mutation.get(topicLocksCache).get(channel.id)?.size ?? 0)
  }
  const lock = known
    ? await store.change(tx, known.id, values)
    : await store.insert(tx, { org_id: org.id, channel_id: channel.id, topic, ...values })
  mutation.emit(topicsLocked, { topic_locks: [store.toWire(lock)] }, { channel: channel.id })
  const isSame = before && before.reason === lock.reason && before.until?.getTime() === lock.until?.getTime()
  if (!isSame) await postNotice(mutation, channel, lock, 'locked')
  return lock
}

export async function unlockTopic(mutation: Mutation, stream_id: ChannelId, written: string): Promise<void> {
  const channel = await moderatedChannel(mutation, stream_id)
  const lock = lockOf(mutation.org, channel.id, normalTopic(written))
  if (!lock) throw errors.notLocked()
  await end(mutation, lock)
  if (!channel.isArchived && (await topicExists(mutation.tx, channel.conversationId, lock.topic)))
    await postNotice(mutation, channel, lock, 'unlocked')
}

/** Removes an expired lock, unless its end was changed in the meantime. */
export async function endLock(mutation: Mutation, { id }: store.Stored, now: Date): Promise<void> {
  const lock = await store.find(mutation.tx, id)
  if (lock?.due_at && lock.due_at <= now) await end(mutation, lock)
}

async function end(mutation: Mutation, { id, channel_id, topic }: store.Stored): Promise<void> {
  await store.remove(mutation.tx, id)
  mutation.emit(
    topicsUnlocked,
    { topic_locks: [{ stream_id: channel_id, topic_name: topic }] },
    { channel: channel_id },
  )
}

const storedLock = (mutation: Mutation, channelId: ChannelId, topic: string): store.Stored | undefined =>
  mutation.get(topicLocksCache).get(channelId)?.get(foldedTopic(topic))

async function moderatedChannel(mutation: Mutation, id: ChannelId): Promise<Channel> {
  const { subscriptions } = await readerOf(mutation)
  const channel = readableChannel(mutation, mutation.viewer, subscriptions, id)
  if (!canModerate(mutation.viewer, channel, subscriptions.isSubscribed(channel.id))) throw errors.cannotLock()
  return channel
}

function checkedEnd(now: Date, until: number | null): Date | null {
  if (until === null) return null
  const lasts = until - now.getTime() / 1_000
  // clients compute the end by their own clock
  if (lasts < minLockSecs - 5 || lasts > maxLockSecs) throw errors.invalidLockEnd()
  return new Date(until * 1_000)
}

/** Posts a notice in the topic, like for resolved topics. It's marked as read for everyone. */
async function postNotice(
  mutation: Mutation,
  channel: Channel,
  { topic, until, reason }: store.Stored,
  what: 'locked' | 'unlocked',
): Promise<void> {
  const texts = textsIn(mutation.org.language)
  const who = silent(mutation.get(peopleCache).byId.get(mutation.viewer.id) as Account)
  const said =
    what === 'unlocked'
      ? texts.unlocked(who)
      : until
        ? texts.lockedUntil(who, `<time:${until.toISOString()}>`)
        : texts.locked(who)
  const text = what === 'locked' && reason !== '' ? `${said}\n\n${quoted(reason)}` : said
  await sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel }, topic, text, { unreadOnlyFor: new Set() })
}

/**
 * Moves the lock along with its topic. A topic that's merged into another one loses its lock, and so does one that's
 * moved to a channel where the mover can't lock topics.
 */
export async function moveLock(mutation: Mutation, { from, to, topicBefore, topic, isWhole, joins }: MovedMessages) {
  const lock = isWhole ? storedLock(mutation, from.id, topicBefore) : undefined
  if (!lock) return
  await end(mutation, lock)
  if (joins || storedLock(mutation, to.id, topic)) return
  if (from.id !== to.id && !(await canLockOneMore(mutation, to))) return
  const { tx, org } = mutation
  const { until, due_at, reason, locked_by, locked_at } = lock
  const moved = { org_id: org.id, channel_id: to.id, topic, until, due_at, reason, locked_by, locked_at }
  mutation.emit(topicsLocked, { topic_locks: [store.toWire(await store.insert(tx, moved))] }, { channel: to.id })
}

async function canLockOneMore(mutation: Mutation, channel: Channel): Promise<boolean> {
  const { subscriptions } = await readerOf(mutation)
  const count = mutation.get(topicLocksCache).get(channel.id)?.size ?? 0
  return (
    canModerate(mutation.viewer, channel, subscriptions.isSubscribed(channel.id)) &&
    count < maxPerChannel['locked topics']
  )
}

/** Adds the channels' locks to the state of new subscribers, or removes them when people unsubscribe. */
export function emitLocks(
  mutation: Mutation,
  changed: ReadonlyMap<UserId, readonly Channel[]>,
  isSubscribed: boolean,
): void {
  const users = new Map<ChannelId, UserId[]>()
  for (const [user, channels] of changed) for (const { id } of channels) push(users, id, user)
  for (const [id, own] of users) {
    const locks = [...(mutation.get(topicLocksCache).get(id)?.values() ?? [])].map(store.toWire)
    if (locks.length === 0) continue
    if (isSubscribed) mutation.emit(topicsLocked, { topic_locks: locks }, own)
    else
      mutation.emit(
        topicsUnlocked,
        { topic_locks: locks.map(({ stream_id, topic_name }) => ({ stream_id, topic_name })) },
        own,
      )
  }
}
