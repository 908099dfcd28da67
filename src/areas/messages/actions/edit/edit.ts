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
import { beginLongMove, type MoveProgress, otherMoveAt, progressOf } from './long-move.ts'
import { keepFirstMessages, type Notices, postNotices } from './notices.ts'
import { performMove } from './perform.ts'
import { mostAtOnce, planMove, type TooOld } from './plan.ts'

export interface Edit {
  readonly messageId: MessageId
  readonly content?: NewContent | undefined
  /** SHA-256 of the text that the client knew; undefined if not given. */
  readonly previousHash?: string | undefined
  /** Normalized; undefined if unchanged. */
  readonly topic?: string | undefined
  readonly channelId?: ChannelId | undefined
  readonly mode: api.PropagateMode
  readonly notices: Notices
}

export type Edited =
  | {
      readonly is: 'done'
      /** Files that are no longer linked from any message after the edit. */
      readonly detached: DetachedUpload[]
    }
  | { readonly is: 'begun'; readonly progress: MoveProgress }
  /** Nothing was done: another user's move is half finished. */
  | { readonly is: 'waiting'; readonly until: Promise<void> }
  /** Nothing was done. */
  | TooOld

const done = (detached: DetachedUpload[] = []): Edited => ({ is: 'done', detached })

/** Edits text, moves messages, or both. The last act of a large move changes the named message and posts notices. */
export async function editMessage(
  act: Act,
  edit: Edit,
  mostInStep = mostAtOnce,
  progress?: MoveProgress,
): Promise<Edited> {
  const { messageId, content, previousHash, topic, channelId, mode } = edit
  const reader = await readerOf(act)
  const message = await readableMessage(act.tx, reader, messageId)
  const channel = act.get(channelsMirror).ofConversation(message.conversation_id)
  if (progress && (channel?.id !== progress.channelId || message.topic !== progress.topicBefore))
    throw api.movedMeanwhile()
  if (!channel && topic !== undefined) throw api.directWithoutTopic()
  if (!channel && channelId !== undefined) throw api.directWithoutChannel()
  if (content && channelId !== undefined) throw api.contentAndChannel()
  if (mode !== 'change_one' && topic === undefined && channelId === undefined) throw api.nothingToPropagate()
  const changed = content && content.content !== message.content ? content : undefined
  if (content) await checkMayEditContent(act, message)
  if (previousHash !== undefined) checkContentKnown(message, previousHash)
  const move =
    channel && (await planMove(act, reader, message, channel, { topic, channelId, mode, mostInStep }, progress))
  if (move && 'refusal' in move) return move
  if (!changed && !move && !content) throw api.nothingToChange()
  if (channel?.isArchived) throw channelArchived()
  if (!changed && !move) return done()
  const common = { user_id: act.viewer.id, rendering_only: false, edit_timestamp: seconds(act.now) }
  if (move) {
    const until = otherMoveAt(act.org, edit, move)
    if (until) return { is: 'waiting', until }
    if (!move.isLast) {
      beginLongMove(act.org, edit, move)
      const part = await performMove(act, message, move, {})
      await tellOfMove(act, message, move, part, common, undefined, message.channel_wildcard)
      await keepFirstMessages(act, move)
      return { is: 'begun', progress: progressOf(move, progress) }
    }
  }

  const detached = changed
    ? await writeContent(act, reader, message, channel, move?.topic ?? message.topic, changed, { withHistory: !move })
    : []
  const fields = changed ? contentFields(message, changed) : undefined
  const wildcard = changed ? changed.rendered.channelWildcard : message.channel_wildcard
  if (!move) {
    await tellOfEdit(act, message, channel, { ...common, ...fields }, wildcard)
    return done(detached)
  }
  const moved = await performMove(act, message, move, changed ? contentBefore(message) : {})
  await tellOfMove(act, message, move, moved, common, fields, wildcard)
  await postNotices(act, move, moved.isWhole, move.ids.length + (progress?.moved ?? 0), edit.notices)
  await keepFirstMessages(act, move)
  return done(detached)
}
