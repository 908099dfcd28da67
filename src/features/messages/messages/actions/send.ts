import { asMessageId, type ConversationId, type GroupId, type MessageId, seconds, type UserId } from '#contract'
import type { Rendered } from '#platform/markdown'
import type { Mutation, Organization } from '#platform/organization'
import { hook } from '#platform/serve'
import { noteMessage } from '../../../channels/channels/actions/activity.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import { groupsCache } from '../../../people/groups/cache.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { apiEmail } from '../../../people/users/email-address.ts'
import { avatarUrl } from '../../../people/users/serialize.ts'
import { alertWordsCache } from '../../../text/alert-words/cache.ts'
import * as api from '../api/send.ts'
import { knownConversations } from '../conversation-ids.ts'
import { meetInConversation } from '../guest-conversations-cache.ts'
import { linksInTopic } from '../message-text.ts'
import { ruleReported } from '../moderation-rules/rule-report.ts'
import type { ReportingRule } from '../moderation-rules/wire.ts'
import type { Recipient } from '../recipient.ts'
import { displayRecipient } from '../recipient.ts'
import * as conversations from '../store/conversations.ts'
import { type NewFlags, putFlags } from '../store/flags.ts'
import { messageIds, newMessages, subscribedAmong, topicParticipants } from '../store/messages.ts'
import { insertReadFor } from '../store/read-state.ts'
import { insertSubmessage } from '../submessages/store.ts'
import type { MessageFacts, MessageFlag, Submessage } from '../wire.ts'
import { checkLimits } from './count-message.ts'
import { readByMuting } from './read-muted.ts'
import { widgetOf } from './widgets.ts'

/** A message ready to write: permissions checked, text rendered. */
export interface Outgoing {
  sender: Account
  recipient: Recipient
  topic: string
  content: string
  rendered: Rendered
  client: string
  senderRead: boolean
  /** For notices: they arrive as read for all receivers except these. */
  unreadOnlyFor?: ReadonlySet<UserId> | undefined
  /** For notices that quote someone or are for moderators: alert words in them notify no one. */
  ignoresAlertWords?: boolean | undefined
  /** JSON of the poll, to-do list, or form; derived from the message's command by default. */
  widget?: string | undefined
  /** `released` by a moderator: no limits apply. `notNeeded`: the caller has checked. */
  review?: 'released' | 'notNeeded' | undefined
  /** The moderation rule that reports the message, if the caller has checked them. */
  reportedBy?: ReportingRule | undefined
  /** The queue that waits for this message, and the client's local ID for it. */
  local?: { queueId: string; localId: string } | undefined
}

export interface Sent {
  id: MessageId
  conversationId: ConversationId
  outgoing: Outgoing
  flags: NewFlags[]
  /** The sender's topic policy if it changed automatically. */
  automaticPolicy?: number
}

/** Called after a message is written, in the same transaction. */
export const messageSent = hook<[Sent]>()

/**
 * Writes a message and notifies receivers. Throws because of slow mode or limits for new members. perf: two statements,
 * and more only for mentions, slow mode, and new members.
 */
export async function sendMessage(mutation: Mutation, outgoing: Outgoing): Promise<Sent> {
  const { tx, org, now } = mutation
  const { sender, recipient, rendered, topic, content } = outgoing
  const reportedBy = await checkLimits(mutation, outgoing)
  const conversationId = await conversationOf(mutation, recipient)
  const id = asMessageId(await mutation.nextId(messageIds))
  mutation.insertLater(newMessages, {
    id,
    org_id: org.id,
    conversation_id: conversationId,
    sender_id: sender.id,
    client: outgoing.client,
    topic,
    content,
    rendered_content: rendered.html,
    renderer_version: rendered.rendererVersion,
    sent_at: now,
    sender_read: outgoing.senderRead,
    is_me_message: rendered.isMeMessage,
    has_link: rendered.hasLink,
    has_image: rendered.hasImage,
    has_attachment: rendered.attachmentPaths.length > 0,
    channel_wildcard: rendered.channelWildcard,
    topic_wildcard: rendered.topicWildcard,
  })
  const flags = await mentionFlags(mutation, outgoing, conversationId)
  await putFlags(tx, org.id, id, flags)
  const readBy = await readByMuting(mutation, { id, conversationId, senderId: sender.id }, recipient)
  if (outgoing.unreadOnlyFor) {
    const receivers =
      recipient.kind === 'channel'
        ? mutation.get(subscribersCache).list(recipient.channel.id)
        : recipient.people.filter(({ botType }) => botType === null).map((account) => account.id)
    const readers = receivers.filter((user) => !outgoing.unreadOnlyFor?.has(user))
    await insertReadFor(tx, org.id, readers, conversationId, id)
  }
  const widget = outgoing.widget ?? widgetOf(content)
  const submessages =
    widget === undefined
      ? []
      : [
          await insertSubmessage(tx, org.id, {
            message_id: id,
            sender_id: sender.id,
            msg_type: 'widget',
            content: widget,
          }),
        ]
  emitMessage(mutation, outgoing, { id, conversationId, flags, readBy, submessages, sentAt: now })
  const sent: Sent = { id, conversationId, outgoing, flags }
  if (recipient.kind === 'channel') await noteMessage(mutation, recipient.channel, id)
  await messageSent(mutation, sent)
  if (reportedBy) {
    const isPublic = recipient.kind === 'channel' && !recipient.channel.isPrivate
    await ruleReported(mutation, { ruleName: reportedBy.name, messageId: id, isPublic, author: sender, content })
  }
  return sent
}

async function conversationOf(mutation: Mutation, recipient: Recipient): Promise<ConversationId> {
  if (recipient.kind === 'channel') return recipient.channel.conversationId
  const { tx, org } = mutation
  const ids = recipient.people.map((account) => account.id)
  const key = ids.join()
  const known = knownConversations.of(org)
  let id = known.get(key) ?? (await conversations.findDirect(tx, org.id, ids))
  if (id === undefined) {
    id = await conversations.createDirect(tx, org.id, ids)
    await meetInConversation(mutation, recipient.people)
  }
  const found = id
  if (!known.has(key)) mutation.onCommit(() => knownConversations.remember(org, key, found))
  return found
}

/** Flag rows for users who are mentioned; other users have no row. */
export async function mentionFlags(
  mutation: Mutation,
  {
    content,
    rendered,
    recipient,
    topic,
    ignoresAlertWords,
  }: Pick<Outgoing, 'content' | 'rendered' | 'recipient' | 'topic' | 'ignoresAlertWords'>,
  conversationId: ConversationId,
): Promise<NewFlags[]> {
  const inGroups = membersOf(mutation.org, rendered.mentionedGroupIds)
  const alerted = ignoresAlertWords ? new Set<UserId>() : mutation.get(alertWordsCache).foundIn(content)
  const named = [...new Set([...rendered.mentionedUserIds, ...inGroups, ...alerted])]
  let receivers: Set<UserId>
  let participants: UserId[] = []
  if (recipient.kind === 'channel') {
    const { id } = recipient.channel
    receivers = new Set(named.length > 0 ? await subscribedAmong(mutation.tx, id, named) : [])
    if (rendered.topicWildcard) participants = await topicParticipants(mutation.tx, conversationId, id, topic)
  } else {
    receivers = new Set(recipient.people.map((account) => account.id))
    if (rendered.topicWildcard) participants = [...receivers]
  }
  const special = new Set([...named.filter((user) => receivers.has(user)), ...participants])
  const participating = new Set(participants)
  return [...special].map((user_id) => ({
    user_id,
    mentioned: rendered.mentionedUserIds.has(user_id) && receivers.has(user_id),
    group_mentioned: inGroups.has(user_id) && receivers.has(user_id),
    topic_wildcard_mentioned: participating.has(user_id),
    has_alert_word: alerted.has(user_id) && receivers.has(user_id),
  }))
}

function membersOf(org: Organization, groupIds: ReadonlySet<GroupId>): Set<UserId> {
  const members = new Set<UserId>()
  if (groupIds.size === 0) return members
  const groups = org.get(groupsCache)
  const wanted = new Set([...groupIds].flatMap((id) => [...groups.within(id)]))
  for (const account of org.get(peopleCache).byId.values()) {
    const viewer = org.viewer(account.id)
    if (viewer && [...wanted].some((id) => viewer.groupIds.has(id))) members.add(account.id)
  }
  return members
}

interface Written {
  id: MessageId
  conversationId: ConversationId
  flags: NewFlags[]
  /** Receivers, besides the sender, who get the message as read. */
  readBy: UserId[]
  submessages: Submessage[]
  sentAt: Date
}

function emitMessage(mutation: Mutation, outgoing: Outgoing, written: Written): void {
  const { flags } = written
  const { sender, recipient, rendered, senderRead, local } = outgoing
  const message = messageFacts(mutation.org, outgoing, written)
  const common: MessageFlag[] = rendered.channelWildcard ? ['stream_wildcard_mentioned', 'wildcard_mentioned'] : []
  const perUser: Record<number, { flags: MessageFlag[] }> = {}
  for (const id of outgoing.unreadOnlyFor ?? []) perUser[id] = { flags: common }
  for (const row of flags) perUser[row.user_id] = { flags: [...common, ...flagNames(row)] }
  for (const id of senderRead ? [sender.id, ...written.readBy] : written.readBy)
    perUser[id] = { flags: ['read', ...(perUser[id]?.flags ?? common)] }
  mutation.emit(
    api.messageReceived,
    { message },
    {
      ...(recipient.kind === 'channel'
        ? { channel: recipient.channel.id, ...(recipient.channel.isPrivate ? {} : { publicChannel: true as const }) }
        : { users: recipient.people.map((account) => account.id) }),
      perUser,
      others: { flags: outgoing.unreadOnlyFor ? ['read', ...common] : common },
      ...(local ? { perQueue: { [local.queueId]: { local_message_id: local.localId } } } : {}),
    },
  )
}

export function flagNames(row: Omit<NewFlags, 'user_id'>): MessageFlag[] {
  const names: MessageFlag[] = []
  if (row.mentioned || row.group_mentioned) names.push('mentioned')
  if (row.topic_wildcard_mentioned) names.push('topic_wildcard_mentioned')
  if (row.has_alert_word) names.push('has_alert_word')
  return names
}

function messageFacts(org: Organization, outgoing: Outgoing, written: Written): MessageFacts {
  const { id, conversationId, submessages, sentAt } = written
  const { sender, recipient, topic, rendered } = outgoing
  return {
    id,
    type: recipient.kind === 'channel' ? 'stream' : 'private',
    content: outgoing.content,
    rendered_content: rendered.html,
    recipient_id: conversationId,
    timestamp: seconds(sentAt),
    client: outgoing.client,
    subject: topic,
    topic_links: linksInTopic(org, topic),
    is_me_message: rendered.isMeMessage,
    reactions: [],
    submessages,
    ...senderFacts(org, sender),
    display_recipient: displayRecipient(org, recipient),
    ...(recipient.kind === 'channel' ? { stream_id: recipient.channel.id } : {}),
  }
}

export const senderFacts = (org: Organization, sender: Account) => ({
  sender_id: sender.id,
  sender_full_name: sender.fullName,
  sender_email: apiEmail(org, sender),
  sender_realm_str: org.get(organizationCache).subdomain,
  avatar_url: avatarUrl(sender),
})
