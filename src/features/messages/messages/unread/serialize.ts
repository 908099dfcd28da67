import { compareTexts, type MessageId, type UserId } from '#contract'
import type { SharedText } from '#platform/compression'
import type { Tx } from '#platform/db'
import { JsonText, type RegisterContext } from '#platform/serve'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channels } from '../../../channels/channels/channel.ts'
import { shownTopic } from '../../../channels/channels/topics.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { receivingOf } from '../access/receiving-conversations.ts'
import { mentionsSince } from '../store/flags.ts'
import { mutesOf } from '../store/read-state.ts'
import { packIds } from './compact-wire.ts'
import { type KeptLists, keptLists } from './kept-lists.ts'
import { unreadList } from './kept-unread.ts'
import { placeText } from './place-texts.ts'
import type { UnreadList, UnreadPlace } from './unread-list.ts'
import { type IsMuted, mutedBy, topicKey } from './wire.ts'

/** In numbers of unread messages. */
const usual = {
  /** Older ones are left out. */
  most: 50_000,
  /** perf: shorter lists are read from the database as fast as they're continued. */
  keptFrom: 2_000,
  /** perf: shared texts are kept compressed, but the rest of an answer with them is compressed more slowly. */
  sharedFrom: 10_000,
  sharedFromInChannel: 1_000,
}
type Sizes = typeof usual
const inProcess = { sizes: usual, lists: keptLists }

interface Form {
  readonly key: string
  readonly isCompact: boolean
  topic(topic: string): string
}

/** How many queries this takes depends on what has changed since the user's last registration. */
export async function serializeUnread(
  tx: Tx,
  userId: UserId,
  ctx: Pick<RegisterContext, 'org' | 'client' | 'get'>,
  { sizes, lists }: { sizes: Sizes; lists: KeptLists } = inProcess,
): Promise<JsonText> {
  const channels = ctx.get(channelsCache)
  const { tail } = ctx.org
  const receiving = receivingOf(await ctx.org.fetch(subscriptionsCache, userId, tx), channels)
  // one more, which tells whether some are missing
  const list = await unreadList(tx, ctx.org, userId, { receiving, channels, limit: sizes.most + 1, lists })
  const isMissing = list.total > sizes.most
  const { inChannels, pairs, groups } = sorted(
    isMissing ? withoutOldest(list) : [...list.places.values()],
    userId,
    channels,
  )
  const emptyTopic = ctx.client.can('empty_topic_name')
  const isCompact = ctx.client.can('compact_unread')
  const form: Form = {
    key: [isCompact, emptyTopic].join(),
    isCompact,
    topic: (topic) => shownTopic(topic, emptyTopic),
  }
  const { count, mentions } =
    list.total === 0
      ? { count: 0, mentions: [] }
      : await counts(tx, userId, { inChannels, directs: [...pairs, ...groups], form })

  const areShared = !isCompact && list.total >= sizes.sharedFrom
  const grew = (place: UnreadPlace, bytes: number) => lists.grow(tail, userId, place, bytes)
  const textOf = ([streamId, place]: InChannel) => {
    const isShared = areShared && countIn(place) >= sizes.sharedFromInChannel
    return placeText(place, form.key, { isShared, grew }, () => channelText(streamId, place, form))
  }

  const pieces = new Pieces()
  pieces.add(`{"count":${count},"pms":[`)
  pieces.addAll(pairs, (place) => pairText(place, userId, form))
  pieces.add('],"streams":[')
  pieces.addAll(inChannels, textOf)
  pieces.add('],"huddles":[')
  pieces.addAll(groups, (place) => groupText(place, form))
  pieces.add(`],"mentions":${idsText(mentions, form)},"old_unreads_missing":${isMissing}}`)
  // after the texts, which count too
  if (list.total >= sizes.keptFrom) lists.keep(tail, userId, list)
  else lists.drop(tail, userId)
  return new JsonText(pieces.done())
}

type InChannel = readonly [streamId: number, place: UnreadPlace]

/** In the order of the answer, which clients use for binary search. */
function sorted(places: readonly UnreadPlace[], userId: UserId, channels: Channels) {
  const inChannels: InChannel[] = []
  const pairs: UnreadPlace[] = []
  const groups: UnreadPlace[] = []
  for (const place of places) {
    const channel = channels.ofConversation(place.conversationId)
    if (channel) inChannels.push([channel.id, place])
    else if (membersOf(place).length > 2) groups.push(place)
    else pairs.push(place)
  }
  inChannels.sort(([a], [b]) => a - b)
  pairs.sort((a, b) => otherIn(a, userId) - otherIn(b, userId))
  groups.sort((a, b) => compareTexts(membersOf(a).join(), membersOf(b).join()))
  return { inChannels, pairs, groups }
}

const membersOf = ({ topics }: UnreadPlace): readonly UserId[] => topics[0]?.member_ids ?? []

/** Every place with one message less in the one that has the oldest. */
function withoutOldest({ places }: UnreadList): UnreadPlace[] {
  let oldest = Number.POSITIVE_INFINITY
  for (const { topics } of places.values())
    for (const { ids } of topics) if ((ids[0] as number) < oldest) oldest = ids[0] as number
  return [...places.values()].flatMap((place) => {
    if (!place.topics.some(({ ids }) => ids[0] === oldest)) return [place]
    const topics = place.topics.flatMap((topic) =>
      topic.ids[0] !== oldest ? [topic] : topic.ids.length === 1 ? [] : [{ ...topic, ids: topic.ids.slice(1) }],
    )
    return topics.length === 0 ? [] : [{ ...place, topics }]
  })
}

interface Counting {
  readonly inChannels: readonly InChannel[]
  readonly directs: readonly UnreadPlace[]
  readonly form: Form
}

async function counts(
  tx: Tx,
  userId: UserId,
  { inChannels, directs, form }: Counting,
): Promise<{ count: number; mentions: MessageId[] }> {
  const isMuted = await mutesFor(tx, userId, form)
  let count = 0
  let oldest = Number.MAX_SAFE_INTEGER
  const all: { ids: readonly MessageId[]; wildcards: readonly MessageId[]; muted: boolean }[] = []
  const add = ({ topics }: UnreadPlace, isQuiet: (topic: string) => boolean) => {
    for (const { topic, ids, wildcard_ids: wildcards } of topics) {
      const muted = isQuiet(topic)
      if (!muted) count += ids.length
      oldest = Math.min(oldest, ids[0] as number)
      all.push({ ids, wildcards, muted })
    }
  }
  for (const [id, place] of inChannels) add(place, (topic) => isMuted(id, form.topic(topic)))
  for (const place of directs) add(place, () => false)
  const calls = new Map((await mentionsSince(tx, userId, oldest)).map((one) => [one.message_id, one.personal]))
  const mentions = new Set<MessageId>()
  for (const { ids, wildcards, muted } of all) {
    if (!muted) for (const id of wildcards) if (id >= (ids[0] as number)) mentions.add(id)
    if (calls.size > 0) for (const id of ids) if (calls.get(id) || (!muted && calls.has(id))) mentions.add(id)
  }
  return { count, mentions: [...mentions].sort((a, b) => a - b) }
}

async function mutesFor(tx: Tx, userId: UserId, form: Form): Promise<IsMuted> {
  const mutes = await mutesOf(tx, userId)
  return mutedBy(
    new Set(mutes.channels),
    new Map(mutes.topics.map((one) => [topicKey(one.channel_id, form.topic(one.topic)), one.policy])),
  )
}

function channelText(streamId: number, { topics }: UnreadPlace, form: Form): string {
  const shown = topics
    .map(({ topic, ids }) => ({ topic: form.topic(topic), ids }))
    .sort((a, b) => compareTexts(a.topic.toLowerCase(), b.topic.toLowerCase()))
  if (form.isCompact)
    return `[${streamId}${shown.map(({ topic, ids }) => `,${JSON.stringify(topic)},${idsText(ids, form)}`).join('')}]`
  return shown
    .map(
      ({ topic, ids }) =>
        `{"stream_id":${streamId},"topic":${JSON.stringify(topic)},"unread_message_ids":${idsText(ids, form)}}`,
    )
    .join()
}

function pairText(place: UnreadPlace, userId: UserId, form: Form): string {
  const other = otherIn(place, userId)
  const ids = idsText(idsOf(place), form)
  if (form.isCompact) return `${other},${ids}`
  return `{"other_user_id":${other},"sender_id":${other},"unread_message_ids":${ids}}`
}

function groupText(place: UnreadPlace, form: Form): string {
  const members = JSON.stringify(membersOf(place).join())
  const ids = idsText(idsOf(place), form)
  return form.isCompact ? `${members},${ids}` : `{"user_ids_string":${members},"unread_message_ids":${ids}}`
}

const otherIn = (place: UnreadPlace, userId: UserId): UserId => membersOf(place).find((id) => id !== userId) ?? userId
const countIn = ({ topics }: UnreadPlace): number => topics.reduce((sum, { ids }) => sum + ids.length, 0)
const idsOf = ({ topics }: UnreadPlace): readonly MessageId[] => topics.flatMap(({ ids }) => ids)
const idsText = (ids: readonly MessageId[], { isCompact }: Form): string =>
  isCompact ? `"${packIds(ids)}"` : `[${ids.join()}]`

/** Joins short texts. */
class Pieces {
  readonly #pieces: (string | SharedText)[] = []
  #text = ''

  add(piece: string | SharedText): void {
    if (typeof piece === 'string') {
      this.#text += piece
      return
    }
    this.#end()
    this.#pieces.push(piece)
  }

  addAll<T>(list: readonly T[], textOf: (one: T) => string | SharedText): void {
    for (const [index, one] of list.entries()) {
      if (index > 0) this.add(',')
      this.add(textOf(one))
    }
  }

  done(): (string | SharedText)[] {
    this.#end()
    return this.#pieces
  }

  #end(): void {
    if (this.#text !== '') this.#pieces.push(this.#text)
    this.#text = ''
  }
}
