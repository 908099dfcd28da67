import type { ConversationId, UserId } from '#contract'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { shownTopic } from '../../../channels/channels/topics.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { apiEmail, dummyEmail } from '../../../people/users/email-address.ts'
import { avatarUrl } from '../../../people/users/serialize.ts'
import type { Reader } from '../access/reader.ts'
import { linksInTopic } from '../message-text.ts'
import { displayRecipient } from '../recipient.ts'
import { type Flagged, isIn, type Marks, type Surroundings } from '../store/fetch.ts'
import { type EditHistoryEntry, type Message, type MessageFlag, markFlags } from '../wire.ts'

/** The parts of a message that come from memory or depend on the reader. */
interface ShownFacts {
  /** Undefined for a direct conversation. */
  channelOf(id: ConversationId): Channel | undefined
  recipientOf(id: ConversationId): Pick<Message, 'display_recipient' | 'stream_id'>
  senderOf(
    id: UserId,
  ): Pick<Message, 'sender_id' | 'sender_full_name' | 'sender_email' | 'sender_realm_str' | 'avatar_url'>
  subjectOf(topic: string, channel: Channel | undefined): string
  linksOf(topic: string): Message['topic_links']
  /** The edit history as far as the organization shows it; undefined if not at all. */
  editsOf(entries: readonly EditHistoryEntry[] | null): EditHistoryEntry[] | undefined
  flagsOf(message: Flagged, marks: Marks): MessageFlag[]
}

export function shownFacts(
  { org, viewer, subscriptions }: Reader,
  emptyTopic: boolean,
  conversations: Surroundings['conversations'],
): ShownFacts {
  const people = org.get(peopleCache)
  const channels = org.get(channelsCache)
  const { subdomain, settings } = org.get(organizationCache)
  const accounts = (ids: readonly UserId[]) => ids.flatMap((id) => people.byId.get(id) ?? [])
  const channelOf = (id: ConversationId) => channels.ofConversation(id)
  return {
    channelOf,
    recipientOf(id) {
      const channel = channelOf(id)
      if (!channel)
        return {
          display_recipient: displayRecipient(org, {
            kind: 'direct',
            people: accounts(conversations.get(id)?.member_ids ?? []),
          }),
        }
      return { display_recipient: displayRecipient(org, { kind: 'channel', channel }), stream_id: channel.id }
    },
    senderOf(id) {
      const account = people.byId.get(id) as Account
      return {
        sender_id: id,
        sender_full_name: account.fullName,
        sender_email: viewer.isSpectator ? dummyEmail(org, id) : apiEmail(org, account),
        sender_realm_str: subdomain,
        avatar_url: avatarUrl(account),
      }
    },
    subjectOf: (topic, channel) => (channel ? shownTopic(topic, emptyTopic) : topic),
    linksOf: (topic) => linksInTopic(org, topic),
    editsOf: (entries) =>
      viewer.isSpectator
        ? undefined
        : editHistory(entries, settings.message_edit_history_visibility_policy, emptyTopic),
    flagsOf(row, marks) {
      if (viewer.isSpectator) return ['read']
      const channel = channelOf(row.conversation_id)
      const isOwn = row.sender_id === viewer.id
      const isReceived = !channel || subscriptions.received(channel.id, row.id)
      const canBeUnread = !channel || subscriptions.receives(channel.id, row.id)
      const isWild = row.channel_wildcard && isReceived
      const flags: MessageFlag[] = []
      const isRead = isIn(conversations.get(row.conversation_id)?.read ?? [], row.id)
      if (isRead || !canBeUnread || (isOwn && row.sender_read)) flags.push('read')
      for (const flag of markFlags) if (marks[flag]) flags.push(flag)
      if (marks.mentioned) flags.push('mentioned')
      if (isWild) flags.push('stream_wildcard_mentioned')
      if (marks.topic_wildcard_mentioned) flags.push('topic_wildcard_mentioned')
      if (marks.has_alert_word) flags.push('has_alert_word')
      if (!isReceived && !isOwn) flags.push('historical')
      if (isWild || marks.topic_wildcard_mentioned) flags.push('wildcard_mentioned')
      return flags
    },
  }
}

export function remembering<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>()
  return (key) => {
    let value = made.get(key)
    if (value === undefined) {
      value = make(key)
      made.set(key, value)
    }
    return value
  }
}

function editHistory(
  entries: readonly EditHistoryEntry[] | null,
  policy: 'all' | 'moves' | 'none',
  emptyTopic: boolean,
): EditHistoryEntry[] | undefined {
  if (!entries || policy === 'none') return undefined
  const visible =
    policy === 'all' ? entries : entries.filter(({ topic, stream }) => topic !== undefined || stream !== undefined)
  if (visible.length === 0) return undefined
  return visible.map(({ prev_content, prev_rendered_content, topic, prev_topic, ...entry }) => ({
    ...entry,
    ...(policy === 'all' && prev_content !== undefined ? { prev_content } : {}),
    ...(policy === 'all' && prev_rendered_content !== undefined ? { prev_rendered_content } : {}),
    ...(topic === undefined ? {} : { topic: shownTopic(topic, emptyTopic) }),
    ...(prev_topic === undefined ? {} : { prev_topic: shownTopic(prev_topic, emptyTopic) }),
  }))
}
