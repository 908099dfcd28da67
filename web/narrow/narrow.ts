import type { Message } from '../../src/features/messages/messages/wire.ts'

/** One condition of a narrow, in the API's newest words: ids of channels and people, never names. */
export interface Term {
  readonly operator: string
  readonly operand: string | number | readonly number[]
  readonly negated?: boolean
}

export type Narrow = readonly Term[]

export const channelNarrow = (channelId: number): Narrow => [{ operator: 'channel', operand: channelId }]

export const topicNarrow = (channelId: number, topic: string): Narrow => [
  { operator: 'channel', operand: channelId },
  { operator: 'topic', operand: topic },
]

/** The people of a direct conversation without oneself; a conversation with oneself is one's own id. */
export const directNarrow = (userIds: readonly number[]): Narrow => [
  { operator: 'dm', operand: [...userIds].sort((a, b) => a - b) },
]

/** The same text for narrows that mean the same; topics do not differ by case. */
export const narrowKey = (narrow: Narrow): string =>
  narrow
    .map(({ operator, operand, negated }) => {
      const value =
        operator === 'topic' ? String(operand).toLowerCase() : Array.isArray(operand) ? operand.join() : operand
      return `${negated ? '-' : ''}${operator}:${JSON.stringify(value)}`
    })
    .sort()
    .join(' ')

/** A topic of a channel, or the people of a direct conversation without oneself. */
export type Conversation =
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

const operandOf = (narrow: Narrow, operator: string): Term['operand'] | undefined =>
  narrow.find((term) => term.operator === operator && !term.negated)?.operand

/** The one conversation that a narrow is about, if it is about one and nothing else. */
export function conversationOf(narrow: Narrow): Conversation | undefined {
  const rest = narrow.filter(({ operator }) => operator !== 'with')
  const channel = operandOf(rest, 'channel')
  const topic = operandOf(rest, 'topic')
  const people = operandOf(rest, 'dm')
  if (rest.length === 2 && typeof channel === 'number' && typeof topic === 'string')
    return { kind: 'topic', channelId: channel, topic }
  if (rest.length === 1 && Array.isArray(people)) return { kind: 'direct', userIds: people }
  return undefined
}

/** What others have put under one's own messages. */
export const reactionsNarrow = (ownId: number): Narrow => [
  { operator: 'has', operand: 'reaction' },
  { operator: 'sender', operand: ownId },
]

export const narrowOf = (conversation: Conversation): Narrow =>
  conversation.kind === 'topic'
    ? topicNarrow(conversation.channelId, conversation.topic)
    : directNarrow(conversation.userIds)

/** The one channel that every message of the narrow is in. */
export function channelOf(narrow: Narrow): number | undefined {
  const channel = operandOf(narrow, 'channel')
  return typeof channel === 'number' ? channel : undefined
}

/** Views of one condition that are called by a name of their own. */
const namedWords = ['starred', 'mentioned', 'dm']

/** Whether a narrow is something that was searched for, and no conversation, channel or view with a name. */
export function isSearch(narrow: Narrow): boolean {
  const [first, ...others] = narrow.filter(({ operator, negated }) => operator !== 'with' || negated)
  if (!first || conversationOf(narrow)) return false
  if (others.length > 0 || first.negated) return true
  return (
    !['channel', 'in', 'id'].includes(first.operator) &&
    !(first.operator === 'is' && namedWords.includes(String(first.operand)))
  )
}

type Placed = Pick<Message, 'type' | 'stream_id' | 'subject' | 'display_recipient'>

/** Where a message belongs, as one person sees it. */
export function conversationOfMessage(message: Placed, ownId: number): Conversation {
  if (message.type === 'stream')
    return { kind: 'topic', channelId: message.stream_id as number, topic: message.subject }
  const people = (message.display_recipient as readonly { id: number }[]).map(({ id }) => id)
  const others = people.filter((id) => id !== ownId).sort((a, b) => a - b)
  return { kind: 'direct', userIds: others.length > 0 ? others : [ownId] }
}

export const conversationKey = (conversation: Conversation): string => narrowKey(narrowOf(conversation))

/** What the judgement of a message needs beside the message. */
export interface Known {
  readonly ownId: number
  /** Whether the messages of a topic are left out of the views of everything. */
  isMuted(channelId: number, topic: string): boolean
  isFollowed(channelId: number, topic: string): boolean
}

export const resolvedPrefix = '✔ '

/** Whether a message belongs to a narrow; undefined where only the server can tell. */
export function fits(narrow: Narrow, message: Message, known: Known): boolean | undefined {
  let unsure = false
  for (const term of narrow) {
    const is = fitsTerm(term, message, known)
    if (is === undefined) unsure = true
    else if (is === Boolean(term.negated)) return false
  }
  return unsure ? undefined : true
}

function fitsTerm({ operator, operand }: Term, message: Message, known: Known): boolean | undefined {
  const flags = message.flags ?? []
  switch (operator) {
    case 'channel':
      return message.stream_id === operand
    case 'topic':
      return message.type === 'stream' && message.subject.toLowerCase() === String(operand).toLowerCase()
    case 'dm': {
      if (message.type !== 'private') return false
      const { userIds } = conversationOfMessage(message, known.ownId) as { userIds: readonly number[] }
      return userIds.join() === (operand as readonly number[]).join()
    }
    case 'dm-including': {
      if (message.type !== 'private') return false
      const ids = (message.display_recipient as readonly { id: number }[]).map(({ id }) => id)
      return (operand as readonly number[]).every((id) => ids.includes(id))
    }
    case 'sender':
      return typeof operand === 'number' ? message.sender_id === operand : undefined
    case 'id':
      return message.id === Number(operand)
    case 'in':
      if (operand === 'all') return true
      return message.type === 'private' || !known.isMuted(message.stream_id as number, message.subject)
    case 'is':
      return fitsWord(String(operand), message, flags, known)
    case 'has':
      if (operand === 'reaction') return message.reactions.length > 0
      return undefined
    case 'with':
    case 'near':
      return true
    default:
      return undefined
  }
}

function fitsWord(word: string, message: Message, flags: readonly string[], known: Known): boolean | undefined {
  switch (word) {
    case 'dm':
      return message.type === 'private'
    case 'starred':
      return flags.includes('starred')
    case 'unread':
      return !flags.includes('read')
    case 'alerted':
      return flags.includes('has_alert_word')
    case 'mentioned':
      return flags.some((flag) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned'))
    case 'resolved':
      return message.type === 'stream' && message.subject.startsWith(resolvedPrefix)
    case 'followed':
      return message.type === 'stream' && known.isFollowed(message.stream_id as number, message.subject)
    case 'muted':
      return message.type === 'stream' && known.isMuted(message.stream_id as number, message.subject)
    default:
      return undefined
  }
}

const placeOperators = ['channel', 'topic', 'dm', 'dm-including', 'sender', 'id', 'with', 'near', 'in']

/** Whether flags, reactions and texts do not matter. */
export const dependsOnPlace = (narrow: Narrow): boolean =>
  narrow.every(({ operator }) => placeOperators.includes(operator))

/** Whether messages may belong to the narrow that are now in the topic which the event of a move names. */
export const canMatch = (narrow: Narrow, move: Readonly<Record<string, unknown>>): boolean =>
  narrow.every(({ operator, operand, negated }) => {
    if (negated) return true
    if (operator === 'channel') return operand === (move.new_stream_id ?? move.stream_id)
    if (operator === 'topic')
      return String(operand).toLowerCase() === String(move.subject ?? move.orig_subject).toLowerCase()
    return operator !== 'dm' && operator !== 'dm-including'
  })

/** Whether reading in the view marks messages as read: views of whole conversations, and feeds. */
export const marksAsRead = (narrow: Narrow): boolean =>
  narrow.every(
    ({ operator, operand, negated }) =>
      !negated &&
      (['channel', 'topic', 'dm', 'with', 'in'].includes(operator) ||
        (operator === 'is' && ['dm', 'resolved'].includes(String(operand)))),
  )
