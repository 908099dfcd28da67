import type { ConversationId, MessageId, UserId } from '#contract'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { policies } from '../../../channels/user-topics/api.ts'
import type { ReadableMessage } from '../access/readable.ts'
import type { Reader } from '../access/reader.ts'
import { type Params, type Scope, type Sql, withinScope } from '../access/scope.ts'
import { channelOperand, topicOperand, userOperand, userOperands } from './operands.ts'
import { partsCondition, type SearchText, searchQuery, wordsOfMessage } from './search-terms.ts'
import { bad, channelsWords, idOperand, isWords, type Term, wordOperand } from './terms.ts'

/** The meaning of one term before negation. */
export interface Criterion {
  /** Matches by channel, independent of the message, and whether direct conversations match. */
  readonly channels?: { fits(channel: Channel): boolean; directs: boolean }
  /** Matches direct conversations, as a condition on `c` and `cm`, and no channels. */
  readonly directs?: Sql
  readonly messages?: Sql
  /** A second condition on `m` that no lead implies. */
  readonly exactly?: Sql
  /** A faster access path than reading conversations. */
  readonly lead?: Lead
  /** Also matches messages that the reader can read but didn't receive. */
  readonly isShared?: boolean
}

/** The access path of a search for messages. */
export type Lead =
  | { readonly by: 'id'; readonly id: MessageId }
  /** Rows of `f`, the flags of one user, ordered by message. */
  | { readonly by: 'flag'; readonly userId: UserId; readonly condition: string }
  | { readonly by: 'mention' }
  | { readonly by: 'unread' }
  | { readonly by: 'followed' }
  | { readonly by: 'reaction' }
  | { readonly by: 'search'; readonly search: SearchText }
  | { readonly by: 'sender'; readonly userId: UserId }
  | { readonly by: 'topic'; readonly topic: string }
  /** A partial index of a few messages per conversation. */
  | { readonly by: 'index' }

export interface Resolving {
  readonly reader: Reader
  /** Messages since the current subscription began: only these can be unread. */
  readonly current: Scope
  readonly received: Scope
  /** The message that `with` names, if the reader can read it. */
  readonly withMessage: ReadableMessage | undefined
  readonly searches: ReadonlyMap<Term, SearchText>
}

const nothing: Criterion = { channels: { fits: () => false, directs: false } }
const everything: Criterion = {}

const toConversation = (id: ConversationId): Criterion['channels'] => ({
  fits: ({ conversationId }) => conversationId === id,
  directs: false,
})

const inTopic =
  (topic: string): Sql =>
  (params) =>
    `lower(m.topic) = lower(${params.add(topic)})`

/** perf: `offset 0` keeps this a lookup per message: with a join, planners read every flag or reaction first. */
const hasFlag =
  (userId: UserId, condition: string): Sql =>
  (params) =>
    `exists (select 1 from message_flag f where f.user_id = ${params.add(userId)} and f.message_id = m.id and (${condition}) offset 0)`

const flagged = (userId: UserId, condition: string): Criterion => ({
  messages: hasFlag(userId, condition),
  lead: { by: 'flag', userId, condition },
  isShared: true,
})

export const mentionCondition = 'f.mentioned or f.group_mentioned or f.topic_wildcard_mentioned'

export const isUnread =
  ({ current, reader }: Pick<Resolving, 'current' | 'reader'>): Sql =>
  (params) => {
    const me = params.add(reader.viewer.id)
    // read_state belongs to the flags
    return `(not (m.sender_id = ${me} and m.sender_read) and ${withinScope(current, params)} and not coalesce((
      select r.read @> m.id from read_state r where r.user_id = ${me} and r.conversation_id = m.conversation_id), false))`
  }

/** Pairs of conversation and topic. user_topic belongs to the user-topics area. */
const topicsOf = (params: Params, userId: UserId, chosen: readonly number[]): string =>
  `(m.conversation_id, lower(m.topic)) in (
    select ch.conversation_id, lower(t.topic) from user_topic t join channel ch on ch.id = t.channel_id
    where t.user_id = ${params.add(userId)} and t.policy in (${chosen.join()}))`

const isMuted =
  (userId: UserId): Sql =>
  (params) =>
    `(${topicsOf(params, userId, [policies.muted])} or m.conversation_id in (
      select ch.conversation_id from subscription s join channel ch on ch.id = s.channel_id
      where s.user_id = ${params.add(userId)} and s.active and s.is_muted)
      and not ${topicsOf(params, userId, [policies.unmuted, policies.followed])})`

function is(term: Term, resolving: Resolving): Criterion {
  const me = resolving.reader.viewer.id
  switch (wordOperand(term, isWords)) {
    case 'dm':
      return { channels: { fits: () => false, directs: true } }
    case 'starred':
      return flagged(me, 'f.starred')
    case 'alerted':
      return flagged(me, 'f.has_alert_word')
    case 'mentioned':
      return {
        messages: (params) =>
          `(${hasFlag(me, mentionCondition)(params)} or m.channel_wildcard and ${withinScope(resolving.received, params)})`,
        lead: { by: 'mention' },
        isShared: true,
      }
    case 'unread':
      return { messages: isUnread(resolving), lead: { by: 'unread' } }
    case 'resolved':
      return { messages: () => `m.topic like '✔ %'`, lead: { by: 'index' } }
    case 'followed':
      return { messages: (params) => topicsOf(params, me, [policies.followed]), lead: { by: 'followed' } }
    case 'muted':
      return { messages: isMuted(me) }
  }
}

const hasWords = {
  link: 'has_link',
  links: 'has_link',
  image: 'has_image',
  images: 'has_image',
  attachment: 'has_attachment',
  attachments: 'has_attachment',
  reaction: 'reaction',
  reactions: 'reaction',
} as const

function has(term: Term): Criterion {
  const what = wordOperand(term, hasWords)
  if (what !== 'reaction') return { messages: () => `m.${what}`, lead: { by: 'index' } }
  // reaction belongs to the reactions
  return {
    messages: () => 'exists (select 1 from reaction r where r.message_id = m.id offset 0)',
    lead: { by: 'reaction' },
  }
}

function channels(term: Term): Criterion {
  const word = wordOperand(term, channelsWords)
  const fits = ({ isPrivate, isWebPublic, isArchived }: Channel) =>
    word === 'public' ? !isPrivate : word === 'archived' ? isArchived : isWebPublic
  return { channels: { fits, directs: false }, isShared: true }
}

/** The conversation of exactly these users and the reader. */
function exactly({ org, viewer }: Reader, userIds: UserId[]): Criterion {
  const members = [...new Set([...userIds, viewer.id])].sort((a, b) => a - b)
  return {
    directs: (params) => `(c.org_id = ${params.add(org.id)} and c.member_ids = ${params.add(members)}::bigint[])`,
  }
}

const including =
  (userIds: UserId[]): Sql =>
  (params) =>
    `c.member_ids @> ${params.add(userIds)}::bigint[]`

function ofMessage({ reader, withMessage }: Resolving): Criterion {
  if (!withMessage) return everything
  const { member_ids, conversation_id, topic } = withMessage
  if (member_ids) return exactly(reader, member_ids)
  const channels = toConversation(conversation_id)
  return { ...(channels ? { channels } : {}), messages: inTopic(topic), lead: { by: 'topic', topic }, isShared: true }
}

function searchCriterion(search: SearchText): Criterion {
  const hasParts = search.wanted.some(({ part }) => part !== undefined)
  const isWordless = search.wanted.every(({ part, negated }) => part && (negated || !part.listed))
  return {
    messages: isWordless ? () => 'true' : (params) => `(${wordsOfMessage} @@ (select ${searchQuery(search, params)}))`,
    ...(hasParts ? { exactly: (params) => `(${partsCondition(search, params)})` } : {}),
    lead: { by: 'search', search },
  }
}

/** Throws for invalid terms. */
export function criterion(term: Term, resolving: Resolving): Criterion {
  const { reader } = resolving
  switch (term.operator) {
    case 'channel': {
      const fits = toConversation(channelOperand(reader, term).conversationId)
      return { ...(fits ? { channels: fits } : {}), isShared: true }
    }
    case 'channels':
      return channels(term)
    case 'topic': {
      const topic = topicOperand(term)
      const messages = inTopic(topic)
      const inChannel: Sql = (params) =>
        `m.conversation_id = any(${params.add(channelConversations(reader))}::bigint[])`
      // exclude direct messages: their topic is empty, too
      if (term.negated) return { messages: (params) => `(${messages(params)} and ${inChannel(params)})` }
      return { channels: { fits: () => true, directs: false }, messages, lead: { by: 'topic', topic } }
    }
    case 'dm':
      return exactly(reader, userOperands(reader, term))
    case 'dm-including':
      return { directs: including(userOperands(reader, term)) }
    case 'group-pm-with': {
      const condition = including(userOperands(reader, term))
      return { directs: (params) => `(${condition(params)} and cardinality(c.member_ids) > 2)` }
    }
    case 'sender': {
      const userId = userOperand(reader, term)
      return {
        messages: (params) => `m.sender_id = ${params.add(userId)}`,
        lead: { by: 'sender', userId },
        // your own messages match wherever you wrote them
        isShared: userId === reader.viewer.id,
      }
    }
    case 'id': {
      const id = idOperand(term)
      return { messages: (params) => `m.id = ${params.add(id)}`, lead: { by: 'id', id } }
    }
    case 'near':
      return everything
    case 'with':
      idOperand(term)
      if (term.negated) throw bad(`'with' cannot be negated`)
      return ofMessage(resolving)
    case 'is':
      return is(term, resolving)
    case 'has':
      return has(term)
    case 'in': {
      const where = wordOperand(term, { home: 'home', all: 'all' })
      if (where === 'all') return term.negated ? { messages: () => 'true' } : everything
      return { messages: (params) => `not ${isMuted(reader.viewer.id)(params)}` }
    }
    case 'search': {
      const search = resolving.searches.get(term)
      if (!search || search.wanted.length === 0) return nothing
      return searchCriterion(search)
    }
    case 'mentions':
      return { ...flagged(userOperand(reader, term), 'f.mentioned'), isShared: false }
  }
}

const channelConversations = (reader: Reader): ConversationId[] =>
  [...reader.org.get(channelsCache).byId.values()].map(({ conversationId }) => conversationId)
