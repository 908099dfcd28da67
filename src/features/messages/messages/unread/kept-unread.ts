import type { ConversationId, MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Channels } from '../../../channels/channels/channel.ts'
import { type Receiving, type UnreadTopic, unreadByTopic, unreadFrom } from '../store/unread.ts'
import { type UnreadChanges, unreadChanges } from './changes.ts'
import type { KeptLists } from './kept-lists.ts'
import type { UnreadList, UnreadPlace } from './unread-list.ts'

interface Wanted {
  readonly receiving: Receiving
  readonly channels: Channels
  readonly limit: number
  readonly lists: KeptLists
}

/**
 * Up to `limit` of a user's newest unread messages. The kept list is continued by the events since then, so that only
 * conversations that changed are read. Only inside of `readAtPosition`, so that database and memory agree.
 */
export async function unreadList(
  tx: Tx,
  { tail }: Pick<Organization, 'tail'>,
  userId: UserId,
  { receiving, channels, limit, lists }: Wanted,
): Promise<UnreadList> {
  const before = lists.get(tail, userId)
  const since = new Map(receiving.conversationIds.map((id, index) => [id, receiving.since[index] as MessageId]))
  const at = tail.end
  const changes = before && unreadChanges(tail, before.at, userId, channels)
  const next = before && changes && (await continued(tx, userId, { ...before, at, receiving: since }, before, changes))
  const list =
    next && (next.from === 1 || next.total >= limit)
      ? next
      : listOf(at, since, await unreadByTopic(tx, userId, receiving, limit), limit)
  return list.total > limit ? newest(list, limit) : list
}

function listOf(
  at: number,
  receiving: UnreadList['receiving'],
  topics: readonly UnreadTopic[],
  limit: number,
): UnreadList {
  const places = new Map<ConversationId, UnreadPlace>()
  for (const [conversationId, ofPlace] of byConversation(topics))
    places.set(conversationId, { conversationId, topics: ofPlace })
  const total = totalOf(places)
  const from = total < limit ? 1 : topics.reduce((least, { ids }) => Math.min(least, ids[0] as number), Infinity)
  return { at, from, total, receiving, places }
}

async function continued(
  tx: Tx,
  userId: UserId,
  next: Omit<UnreadList, 'total' | 'places'>,
  before: UnreadList,
  { gone, stale, grown, directs }: UnreadChanges,
): Promise<UnreadList> {
  const { from, receiving } = next
  const places = new Map(before.places)
  for (const [id, since] of before.receiving) if (receiving.get(id) !== since) places.delete(id)
  for (const [id, since] of receiving) if (before.receiving.get(id) !== since) stale.add(id)
  if (gone.size > 0)
    for (const [id, place] of places) {
      const left = without(place, gone)
      if (left === undefined) stale.add(id)
      else if (left.topics.length === 0) places.delete(id)
      else places.set(id, left)
    }
  const readAgain = async (ids: readonly ConversationId[], first: number) => {
    const wanted = ids.filter((id) => receiving.has(id) || directs.has(id) || before.places.has(id))
    if (wanted.length === 0) return
    const channels = wanted.filter((id) => receiving.has(id))
    const fresh = await unreadFrom(
      tx,
      userId,
      { conversationIds: channels, since: channels.map((id) => receiving.get(id) as MessageId) },
      first,
      wanted.filter((id) => !receiving.has(id)),
    )
    const topics = byConversation(fresh)
    for (const conversationId of wanted) {
      const older = (places.get(conversationId)?.topics ?? []).flatMap((one) => upTo(one, first))
      const all = joined(older, topics.get(conversationId) ?? [])
      if (all.length === 0) places.delete(conversationId)
      else places.set(conversationId, { conversationId, topics: all })
    }
  }
  await readAgain([...stale], from)
  const others = [...grown].filter(([id]) => !stale.has(id))
  await readAgain(
    others.map(([id]) => id),
    Math.max(
      from,
      others.reduce((least, [, id]) => Math.min(least, id), Infinity),
    ),
  )
  return { ...next, total: totalOf(places), places }
}

/** Undefined if the place has to be read again, because the newest spelling of a topic may have changed. */
function without(place: UnreadPlace, gone: ReadonlySet<MessageId>): UnreadPlace | undefined {
  if (!place.topics.some(({ ids }) => ids.some((id) => gone.has(id)))) return place
  const topics: UnreadTopic[] = []
  for (const topic of place.topics) {
    const ids = topic.ids.filter((id) => !gone.has(id))
    if (topic.isMixed && ids.length < topic.ids.length) return undefined
    if (ids.length > 0) topics.push({ ...topic, ids, wildcard_ids: topic.wildcard_ids.filter((id) => !gone.has(id)) })
  }
  return { ...place, topics }
}

/** The messages before one, as a list of none or one topic. */
function upTo(topic: UnreadTopic, first: number): UnreadTopic[] {
  if ((topic.ids.at(-1) as number) < first) return [topic]
  const ids = topic.ids.filter((id) => id < first)
  return ids.length === 0 ? [] : [{ ...topic, ids, wildcard_ids: topic.wildcard_ids.filter((id) => id < first) }]
}

/** Topics of one conversation, with newer messages of some. */
function joined(older: readonly UnreadTopic[], newer: readonly UnreadTopic[]): UnreadTopic[] {
  const topics = new Map(older.map((one) => [one.key, one]))
  for (const one of newer) {
    const before = topics.get(one.key)
    topics.set(
      one.key,
      before
        ? {
            ...one,
            isMixed: before.isMixed || one.isMixed || before.topic !== one.topic,
            ids: [...before.ids, ...one.ids],
            wildcard_ids: [...before.wildcard_ids, ...one.wildcard_ids],
          }
        : one,
    )
  }
  return [...topics.values()]
}

/** The list without its oldest messages. */
function newest(list: UnreadList, limit: number): UnreadList {
  const ids = [...list.places.values()].flatMap(({ topics }) => topics.flatMap((topic) => topic.ids))
  const from = Float64Array.from(ids).sort()[ids.length - limit] as number
  const places = new Map(list.places)
  for (const [id, place] of places) {
    if (!place.topics.some((topic) => (topic.ids[0] as number) < from)) continue
    const topics = place.topics.flatMap((topic) => since(topic, from))
    if (topics.length === 0) places.delete(id)
    else places.set(id, { ...place, topics })
  }
  return { ...list, from, total: limit, places }
}

function since(topic: UnreadTopic, from: number): UnreadTopic[] {
  if ((topic.ids[0] as number) >= from) return [topic]
  const ids = topic.ids.filter((id) => id >= from)
  return ids.length === 0 ? [] : [{ ...topic, ids, wildcard_ids: topic.wildcard_ids.filter((id) => id >= from) }]
}

function byConversation(topics: readonly UnreadTopic[]): Map<ConversationId, UnreadTopic[]> {
  const found = new Map<ConversationId, UnreadTopic[]>()
  for (const topic of topics) {
    const list = found.get(topic.conversation_id)
    if (list) list.push(topic)
    else found.set(topic.conversation_id, [topic])
  }
  return found
}

const totalOf = (places: ReadonlyMap<ConversationId, UnreadPlace>): number => {
  let total = 0
  for (const { topics } of places.values()) for (const { ids } of topics) total += ids.length
  return total
}
