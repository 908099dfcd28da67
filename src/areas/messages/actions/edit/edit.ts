import { type ChannelId, type MessageId, seconds } from '#contract'
import type { Act } from '#platform/organization'
import type { DetachedUpload } from '../../../attachments/api.ts'
import { channelArchived } from '../../../channels/errors.ts'
import { channelsMirror } from '../../../channels/mirror.ts'
import { readableMessage } from '../../access/readable.ts'
import { readerOf } from '../../access/reader.ts'
import * as api from '../../api/edit.ts'
import {
  checkContentKnown,
  checkMayEditContent,
  contentBefore,
  contentFields,
  type NewContent,
  writeContent,
} from './content.ts'
import { tellOfEdit, tellOfMove } from './events.ts'
import { type Notices, postNotices } from './notices.ts'
import { performMove } from './perform.ts'
import { planMove } from './plan.ts'

/** What somebody wants to change. */
export interface Edit {
  readonly messageId: MessageId
  readonly content?: NewContent | undefined
  /** SHA-256 of the text that the client knew; undefined where it did not say. */
  readonly previousHash?: string | undefined
  /** Normal; undefined where it stays. */
  readonly topic?: string | undefined
  readonly channelId?: ChannelId | undefined
  readonly mode: api.PropagateMode
  readonly notices: Notices
}

/** Changes the text, moves messages, or both; answers the files that the edit took out of the last message with them. */
export async function editMessage(act: Act, edit: Edit): Promise<DetachedUpload[]> {
  const { messageId, content, previousHash, topic, channelId, mode } = edit
  const reader = await readerOf(act)
  const message = await readableMessage(act.tx, reader, messageId)
  const channel = act.get(channelsMirror).ofConversation(message.conversation_id)
  if (!channel && topic !== undefined) throw api.directWithoutTopic()
  if (!channel && channelId !== undefined) throw api.directWithoutChannel()
  if (content && channelId !== undefined) throw api.contentAndChannel()
  if (mode !== 'change_one' && topic === undefined && channelId === undefined) throw api.nothingToPropagate()
  const changed = content && content.content !== message.content ? content : undefined
  if (content) await checkMayEditContent(act, message)
  if (previousHash !== undefined) checkContentKnown(message, previousHash)
  const move = channel && (await planMove(act, reader, message, channel, { topic, channelId, mode }))
  if (!changed && !move && !content) throw api.nothingToChange()
  if (channel?.isArchived) throw channelArchived()
  if (!changed && !move) return []

  const detached = changed
    ? await writeContent(act, reader, message, channel, move?.topic ?? message.topic, changed, { withHistory: !move })
    : []
  const fields = changed ? contentFields(message, changed) : undefined
  const common = { user_id: act.viewer.id, rendering_only: false, edit_timestamp: seconds(act.now) }
  const wildcard = changed ? changed.rendered.channelWildcard : message.channel_wildcard
  if (!move) {
    await tellOfEdit(act, message, channel, { ...common, ...fields }, wildcard)
    return detached
  }
  const done = await performMove(act, message, move, changed ? contentBefore(message) : {})
  await tellOfMove(act, message, move, done, common, fields, wildcard)
  await postNotices(act, move, done, edit.notices)
  return detached
}
