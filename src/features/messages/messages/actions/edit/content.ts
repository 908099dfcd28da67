import { createHash } from 'node:crypto'
import { seconds } from '#contract'
import type { Rendered } from '#platform/markdown'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../../channels/channels/channel.ts'
import { settingsOf } from '../../../../people/organization/cache.ts'
import type { Account } from '../../../../people/users/account.ts'
import { peopleCache } from '../../../../people/users/cache.ts'
import { syncAttachments } from '../../../attachments/actions/attachment.ts'
import type { DetachedUpload } from '../../../attachments/api.ts'
import type { ReadableMessage } from '../../access/readable.ts'
import { canReadMessage, type Reader } from '../../access/reader.ts'
import { checkGroupMentions } from '../../access/send.ts'
import { checkWildcards } from '../../access/wildcards.ts'
import * as api from '../../api/edit.ts'
import { checkCanEditIn } from '../../held-messages/access.ts'
import { messageEdited } from '../../hooks.ts'
import { checkRules } from '../../moderation-rules/access.ts'
import { checkAmounts } from '../../newcomer-limits/access.ts'
import type { Recipient } from '../../recipient.ts'
import { deadlineOf, editError, graceMs } from '../../rules.ts'
import { mentionsOf, replaceMentions, updateContent } from '../../store/edit.ts'
import { isInteractive } from '../../submessages/interactive.ts'
import { submessagesOf } from '../../submessages/store.ts'
import type { EditHistoryEntry } from '../../wire.ts'
import { mentionFlags } from '../send.ts'

export interface NewContent {
  readonly content: string
  readonly rendered: Rendered
}

const editErrors = { notSender: api.cannotEdit, turnedOff: api.editingTurnedOff, tooLate: api.editTooLate }

/** Users can edit only their own messages, within the organization's limits. */
export async function checkCanEditContent(mutation: Mutation, message: ReadableMessage) {
  const { allow_message_editing, message_content_edit_limit_seconds: limit } = settingsOf(mutation)
  const problem = editError({
    isSender: message.sender_id === mutation.viewer.id,
    allowsEditing: allow_message_editing,
    deadlineMs: deadlineOf(message.sent_at.getTime() + graceMs, limit),
    nowMs: mutation.now.getTime(),
  })
  if (problem) throw editErrors[problem]()
  const [widget] = (await submessagesOf(mutation.tx, [message.id])).get(message.id) ?? []
  // an interactive message shows its text next to its form, so the text can be edited
  if (widget && !isInteractive(widget.content)) throw api.widgetNotEditable()
}

/** Throws unless the client knew the current text. */
export function checkContentKnown({ content }: ReadableMessage, previousHash: string): void {
  const hash = createHash('sha256').update(content).digest('hex')
  if (hash !== previousHash.toLowerCase()) throw api.contentChanged()
}

/** The previous text, as a part of an edit history entry. */
export const contentBefore = ({ content, rendered_content }: ReadableMessage) => ({
  prev_content: content,
  prev_rendered_content: rendered_content,
})

/** Writes the new text and everything derived from it; returns the files that no message links to anymore. */
export async function writeContent(
  mutation: Mutation,
  reader: Reader,
  message: ReadableMessage,
  channel: Channel | undefined,
  topic: string,
  { content, rendered }: NewContent,
  { withHistory }: { withHistory: boolean },
): Promise<DetachedUpload[]> {
  const { tx, org, viewer, now } = mutation
  checkGroupMentions(mutation, rendered)
  const recipient = recipientOf(mutation, message, channel)
  await checkAmounts(mutation, viewer.id, { recipient, topic, rendered })
  const sender = mutation.get(peopleCache).byId.get(viewer.id) as Account
  const text = { content, html: rendered.html }
  await checkRules(mutation, { sender, recipient, topic, text, editedId: message.id })
  if (channel) {
    await checkCanEditIn(mutation, channel)
    await checkWildcards(mutation, channel, topic, rendered)
  }
  const by = { user_id: viewer.id, ...(mutation.agent === undefined ? {} : { agent: mutation.agent.name }) }
  const entry: EditHistoryEntry = { ...by, timestamp: seconds(now), ...contentBefore(message) }
  await updateContent(tx, message.id, content, rendered, now, withHistory ? entry : null)
  const flags = await mentionFlags(mutation, { content, rendered, recipient, topic }, message.conversation_id)
  const flagsBefore = await mentionsOf(tx, message.id)
  await replaceMentions(tx, org.id, message.id, flags)
  await messageEdited(mutation, {
    id: message.id,
    conversationId: message.conversation_id,
    sender: mutation.get(peopleCache).byId.get(message.sender_id) as Account,
    recipient,
    topic,
    content,
    contentBefore: message.content,
    rendered,
    sentAt: message.sent_at,
    flags,
    flagsBefore,
    channelWildcardBefore: message.channel_wildcard,
  })
  if (!message.has_attachment && rendered.attachmentPaths.length === 0) return []
  return syncAttachments(mutation, {
    messageId: message.id,
    senderId: viewer.id,
    paths: rendered.attachmentPaths,
    canRead: (other) => canReadMessage(reader, other),
  })
}

export function recipientOf(
  mutation: Mutation,
  { member_ids }: ReadableMessage,
  channel: Channel | undefined,
): Recipient {
  if (channel) return { kind: 'channel', channel }
  const people = mutation.get(peopleCache).byId
  return { kind: 'direct', people: (member_ids ?? []).map((id) => people.get(id) as Account) }
}

export const contentFields = (message: ReadableMessage, { content, rendered }: NewContent) => ({
  orig_content: message.content,
  orig_rendered_content: message.rendered_content,
  content,
  rendered_content: rendered.html,
  is_me_message: rendered.isMeMessage,
})
