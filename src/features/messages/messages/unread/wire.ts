import { bool, compareTexts, id, int, z } from '#contract'
import { policies } from '../../../channels/user-topics/api.ts'

const unread_message_ids = z.array(id)

/** `unread_msgs` of register: IDs ascending, conversations in a fixed order that clients use for binary search. */
export const Unread = z.object({
  /** Without muted messages. */
  count: int,
  /** `sender_id` is the older name of `other_user_id`; the user's own ID for messages to themselves. */
  pms: z.array(z.object({ other_user_id: id, sender_id: id, unread_message_ids })),
  streams: z.array(z.object({ stream_id: id, topic: z.string(), unread_message_ids })),
  huddles: z.array(z.object({ user_ids_string: z.string(), unread_message_ids })),
  mentions: z.array(id),
  /** Only the newest 50,000 are included. */
  old_unreads_missing: bool,
})
export type Unread = z.infer<typeof Unread>

export const noUnread: Unread = {
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
}

/** A message's place: a topic of a channel, or all members of a direct conversation, ascending. */
export type Place = { stream_id: number; topic: string } | { people: number[] }

export type IsMuted = (streamId: number, topic: string) => boolean

/** A topic without a policy inherits its channel's. */
export const mutedBy =
  (channels: ReadonlySet<number>, ofTopics: ReadonlyMap<string, number>): IsMuted =>
  (streamId, topic) => {
    const policy = ofTopics.get(topicKey(streamId, topic))
    return policy === undefined || policy === policies.none ? channels.has(streamId) : policy === policies.muted
  }

export const topicKey = (streamId: number, topic: string): string => `${streamId} ${topic.toLowerCase()}`

export function withUnread(unread: Unread, userId: number, place: Place, ids: readonly number[]): Unread {
  if (ids.length === 0) return unread
  if ('stream_id' in place) {
    const key = topicKey(place.stream_id, place.topic)
    const entry = unread.streams.find((one) => topicKey(one.stream_id, one.topic) === key)
    const newest = (entry?.unread_message_ids.at(-1) ?? 0) > Math.max(...ids)
    const topic = entry && newest ? entry.topic : place.topic
    const added = { stream_id: place.stream_id, topic, unread_message_ids: merged(entry, ids) }
    return { ...unread, streams: [...unread.streams.filter((one) => one !== entry), added].sort(byTopic) }
  }
  if (place.people.length > 2) {
    const user_ids_string = place.people.join(',')
    const entry = unread.huddles.find((one) => one.user_ids_string === user_ids_string)
    const added = { user_ids_string, unread_message_ids: merged(entry, ids) }
    return { ...unread, huddles: [...unread.huddles.filter((one) => one !== entry), added].sort(byPeople) }
  }
  const other = place.people.find((one) => one !== userId) ?? userId
  const entry = unread.pms.find((one) => one.other_user_id === other)
  const added = { other_user_id: other, sender_id: other, unread_message_ids: merged(entry, ids) }
  return { ...unread, pms: [...unread.pms.filter((one) => one !== entry), added].sort(byOther) }
}

export function withoutUnread(unread: Unread, ids: Iterable<number>): Unread {
  const gone = new Set(ids)
  const left = <T extends { unread_message_ids: number[] }>(list: T[]): T[] =>
    list.flatMap((one) => {
      const rest = one.unread_message_ids.filter((id) => !gone.has(id))
      return rest.length === 0 ? [] : [{ ...one, unread_message_ids: rest }]
    })
  return {
    ...unread,
    pms: left(unread.pms),
    streams: left(unread.streams),
    huddles: left(unread.huddles),
    mentions: unread.mentions.filter((id) => !gone.has(id)),
  }
}

export function withMentions(unread: Unread, ids: readonly number[]): Unread {
  if (ids.length === 0) return unread
  return { ...unread, mentions: [...new Set([...unread.mentions, ...ids])].sort((a, b) => a - b) }
}

export function ordered(unread: Unread): Unread {
  return {
    ...unread,
    pms: unread.pms.toSorted(byOther),
    streams: unread.streams.toSorted(byTopic),
    huddles: unread.huddles.toSorted(byPeople),
    mentions: unread.mentions.toSorted((a, b) => a - b),
  }
}

export function counted(unread: Unread, isMuted: IsMuted): Unread {
  const size = (list: { unread_message_ids: number[] }[]) =>
    list.reduce((sum, { unread_message_ids: ids }) => sum + ids.length, 0)
  const heard = unread.streams.filter(({ stream_id, topic }) => !isMuted(stream_id, topic))
  return { ...unread, count: size(unread.pms) + size(unread.huddles) + size(heard) }
}

const merged = (entry: { unread_message_ids: number[] } | undefined, ids: readonly number[]): number[] =>
  [...new Set([...(entry?.unread_message_ids ?? []), ...ids])].sort((a, b) => a - b)

const byOther = (a: { other_user_id: number }, b: { other_user_id: number }) => a.other_user_id - b.other_user_id
const byPeople = (a: { user_ids_string: string }, b: { user_ids_string: string }) =>
  compareTexts(a.user_ids_string, b.user_ids_string)
const byTopic = (a: { stream_id: number; topic: string }, b: { stream_id: number; topic: string }) =>
  a.stream_id - b.stream_id || compareTexts(a.topic.toLowerCase(), b.topic.toLowerCase())
