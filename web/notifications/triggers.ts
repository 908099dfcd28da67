import type { Message } from '../../src/features/messages/messages/wire.ts'
import { type ScreenWays, screenWaysOf } from '../../src/features/notifications/notifications/screen-states.ts'
import type { Setting } from '../../src/features/notifications/notifications/triggers.ts'
import { type Conversation, conversationOfMessage } from '../narrow/narrow.ts'

/** What one person knows and has chosen, as far as it decides what they are told of. */
export interface Listener {
  readonly ownId: number
  /** It is a quiet time. */
  readonly isQuiet: boolean
  /** In milliseconds since 1970. */
  readonly now: number
  readonly setting: Setting
  isMutedPerson(id: number): boolean
  isMutedDirect(userIds: readonly number[]): boolean
  /** What somebody thinks of the topic: see `policies` of the server's user-topics. */
  topicPolicy(channelId: number, topic: string): number
  /** Undefined where one is not in the channel. */
  subscription(channelId: number): Choices | undefined
}

/** Null: as the personal settings say. */
interface Choices {
  readonly is_muted?: boolean | undefined
  readonly desktop_notifications?: boolean | null | undefined
  readonly audible_notifications?: boolean | null | undefined
  readonly wildcard_mentions_notify?: boolean | null | undefined
}

/** What came before that, while the machine slept or no page was open, is no news: what is unread is counted. */
const freshMs = 600_000

const nothing: ScreenWays = { shows: false, rings: false }

/** How a message is told of; `onlyCalled`: it has been there, and an edit has called the person. */
export function waysFor(message: Message, listener: Listener, onlyCalled = false): ScreenWays {
  const flags = message.flags ?? []
  if (listener.isQuiet || flags.includes('read') || message.sender_id === listener.ownId) return nothing
  if (listener.isMutedPerson(message.sender_id)) return nothing
  if (!onlyCalled && listener.now - message.timestamp * 1_000 > freshMs) return nothing
  const conversation = conversationOfMessage(message, listener.ownId)
  const choices = conversation.kind === 'topic' ? listener.subscription(conversation.channelId) : {}
  if (!choices) return nothing
  return screenWaysOf(
    {
      isDirect: conversation.kind === 'direct',
      conversationMuted: conversation.kind === 'direct' && listener.isMutedDirect(conversation.userIds),
      isMentioned: flags.includes('mentioned'),
      byTopicWildcard: flags.includes('topic_wildcard_mentioned'),
      byChannelWildcard: flags.includes('stream_wildcard_mentioned'),
      hasAlertWord: flags.includes('has_alert_word'),
      topicPolicy: policyIn(conversation, listener),
      channelMuted: choices.is_muted ?? false,
      screenChoice: choices.desktop_notifications ?? null,
      soundChoice: choices.audible_notifications ?? null,
      wildcardChoice: choices.wildcard_mentions_notify ?? null,
      onlyCalled,
    },
    listener.setting,
  )
}

const policyIn = (conversation: Conversation, { topicPolicy }: Listener): number =>
  conversation.kind === 'topic' ? topicPolicy(conversation.channelId, conversation.topic) : 0
