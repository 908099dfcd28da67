import type { ChannelId, MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { mutedConversationsCache } from '../../mutes/cache.ts'
import { mutedUsersCache } from '../../mutes/users/cache.ts'
import { canReadMessage, type Reader } from '../access/reader.ts'
import { receivingOf } from '../access/receiving-conversations.ts'
import { partnersOf } from '../partners.ts'
import { mentionsSince } from '../store/flags.ts'
import { mutesOf } from '../store/read-state.ts'
import { type UnreadTopic, unreadByTopic } from '../store/unread.ts'
import { mutedBy, topicKey } from '../unread/wire.ts'
import type { ConversationOut, LineOut } from './api.ts'
import { asks, excerpt, mentionedIn } from './excerpt.ts'
import { firstOfEach, type Interests, inOrder, type Reasoned, totalsOf } from './reasons.ts'
import { type Beginning, beginningsOf, newestPlaces, sentBy, type Written, writersOf } from './store.ts'

/** The register answer counts as many. */
const maxUnread = 50_000
/** A user participated in a topic if one of this many of their newest messages is in it. */
const ownLookedAt = 1_000
/** Per conversation, the newest. */
const unreadLookedAt = 100
const maxSenders = 8
/** Messages with a question mark to check for a question, and questions to return. */
const maxCandidates = 3
const maxQuestions = 2
/** Characters of HTML: more than an excerpt has. */
const lettersRead = 2_000

/**
 * Uses seven statements, and a few more if there's more unread than can be counted; one more to leave out the messages of
 * some users.
 */
export async function catchUp(tx: Tx, reader: Reader, limit: number, leftOut: readonly UserId[] = []) {
  const channels = reader.org.get(channelsCache)
  const received = await unreadByTopic(tx, reader.viewer.id, receivingOf(reader.subscriptions, channels), maxUnread)
  const unread = (leftOut.length === 0 ? received : await withoutSenders(tx, received, leftOut)).filter(
    ({ ids, conversation_id, member_ids }) =>
      canReadMessage(reader, { id: ids.at(-1) as MessageId, conversation_id, member_ids }),
  )
  if (unread.length === 0) return { conversations: [], totals: [], muted_count: 0 }
  const all = inOrder(unread, await interestsOf(tx, reader, unread))
  const totals = totalsOf(all)
  const shown = firstOfEach(all, limit)
  return {
    conversations: await serializeConversations(tx, reader, shown),
    totals,
    muted_count: count(unread) - totals.reduce((sum, { messages }) => sum + messages, 0),
  }
}

async function withoutSenders(
  tx: Tx,
  unread: readonly UnreadTopic[],
  userIds: readonly UserId[],
): Promise<readonly UnreadTopic[]> {
  const theirs = await sentBy(
    tx,
    unread.flatMap(({ ids }) => ids),
    userIds,
  )
  return unread.flatMap((one) => {
    const ids = one.ids.filter((id) => !theirs.has(id))
    return ids.length === 0 ? [] : [{ ...one, ids }]
  })
}

const count = (topics: readonly UnreadTopic[]): number => topics.reduce((sum, { ids }) => sum + ids.length, 0)

async function interestsOf(tx: Tx, reader: Reader, unread: readonly UnreadTopic[]): Promise<Interests> {
  const { id } = reader.viewer
  const channels = reader.org.get(channelsCache)
  const oldest = unread.reduce((least, { ids }) => Math.min(least, ids[0] as number), Number.MAX_SAFE_INTEGER)
  const mutedConversations = reader.org.get(mutedConversationsCache)
  const mutedUsers = reader.org.get(mutedUsersCache)
  const mutes = await mutesOf(tx, id)
  const policies = new Map(mutes.topics.map((one) => [topicKey(one.channel_id, one.topic), one.policy]))
  const muted = mutedBy(new Set(mutes.channels), policies)
  const called = await mentionsSince(tx, id, oldest)
  const own = await newestPlaces(tx, id, ownLookedAt)
  return {
    calls: new Map(called.map(({ message_id, personal }) => [message_id, personal])),
    own: new Set(own.map(({ conversation_id, topic }) => topicKey(conversation_id, topic))),
    policyOf(conversationId, topic) {
      const channel = channels.ofConversation(conversationId)
      return channel && policies.get(topicKey(channel.id, topic))
    },
    isMuted(conversationId, topic) {
      const channel = channels.ofConversation(conversationId)
      return channel === undefined || muted(channel.id, topic)
    },
    isDirectMuted(memberIds) {
      const others = memberIds.filter((one) => one !== id)
      return (
        mutedConversations.isMuted(memberIds, id) ||
        (others.length > 0 && others.every((other) => mutedUsers.isMuted(id, other)))
      )
    },
  }
}

async function serializeConversations(tx: Tx, reader: Reader, shown: readonly Reasoned[]): Promise<ConversationOut[]> {
  const looked = shown.map(({ unread }) => unread.ids.slice(-unreadLookedAt))
  const writers = new Map((await writersOf(tx, looked.flat())).map((one) => [one.id, one]))
  const candidates = looked.map((ids) => questionCandidates(ids, writers, reader.viewer.id))
  const told = shown.flatMap(({ unread, called }, index) => [
    unread.ids[0] as MessageId,
    ...called.slice(-1),
    ...(candidates[index] ?? []),
  ])
  const beginnings = new Map((await beginningsOf(tx, [...new Set(told)], lettersRead)).map((one) => [one.id, one]))
  const channels = reader.org.get(channelsCache)
  return shown.flatMap(({ reason, unread, called }, index): ConversationOut[] => {
    const { conversation_id, topic, member_ids, ids } = unread
    const first = beginnings.get(ids[0] as MessageId)
    const mention = beginnings.get(called.at(-1) as MessageId)
    // deleted between two statements
    if (!first) return []
    const questions = (candidates[index] ?? [])
      .flatMap((id) => beginnings.get(id) ?? [])
      .filter(({ html }) => asks(html))
      .map(line)
      .filter(({ mentioned_user_ids }) => member_ids !== null || mentioned_user_ids.length > 0)
    return [
      {
        reason,
        ...(member_ids
          ? { user_ids: partnersOf(member_ids, reader.viewer.id) }
          : { stream_id: channels.ofConversation(conversation_id)?.id as ChannelId, topic }),
        unread_count: ids.length,
        newest_message_id: ids.at(-1) as MessageId,
        sender_ids: sendersOf(looked[index] ?? [], writers),
        first: line(first),
        ...(mention ? { mention: line(mention) } : {}),
        questions: questions.slice(0, maxQuestions),
      },
    ]
  })
}

/** Newest first. */
const questionCandidates = (ids: readonly MessageId[], writers: ReadonlyMap<MessageId, Written>, own: UserId) =>
  ids
    .filter((id) => writers.get(id)?.may_ask && writers.get(id)?.sender_id !== own)
    .slice(-maxCandidates)
    .reverse()

const sendersOf = (ids: readonly MessageId[], writers: ReadonlyMap<MessageId, Written>): UserId[] =>
  [...new Set(ids.toReversed().flatMap((id) => writers.get(id)?.sender_id ?? []))].slice(0, maxSenders)

const line = ({ id, sender_id, sent_at, html }: Beginning): LineOut => ({
  message_id: id,
  sender_id,
  timestamp: Math.floor(sent_at.getTime() / 1000),
  text: excerpt(html),
  mentioned_user_ids: mentionedIn(html),
})
