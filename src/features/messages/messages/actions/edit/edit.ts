import { type ChannelId, type MessageId, seconds } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import { channelArchived } from '../../../../channels/channels/errors.ts'
import { peopleCache } from '../../../../people/users/cache.ts'
import type { DetachedUpload } from '../../../attachments/api.ts'
import { type ReadableMessage, readableMessage } from '../../access/readable.ts'
import { readerOf } from '../../access/reader.ts'
import { checkNotRestrictedAt } from '../../access/send.ts'
import * as api from '../../api/edit.ts'
import { checkCanPublish } from '../../held-messages/access.ts'
import { checkRules } from '../../moderation-rules/access.ts'
import { checkAmounts } from '../../newcomer-limits/access.ts'
import { countsOfNewTopic, writeCounts } from '../../newcomer-limits/actions.ts'
import { startMoversInterval } from '../../slow-mode/actions.ts'
import {
  checkCanEditContent,
  checkContentKnown,
  contentBefore,
  contentFields,
  type NewContent,
  writeContent,
} from './content.ts'
import { emitEdit, emitMove } from './events.ts'
import { beginLongMove, type MoveProgress, otherMoveAt, progressOf } from './long-move.ts'
import { keepFirstMessages, type Notices, postNotices } from './notices.ts'
import { performMove } from './perform.ts'
import { type Move, maxAtOnce, planMove, type TooOld } from './plan.ts'

/** Moving messages to a topic that has none is like starting it. */
async function countsOfMove(mutation: Mutation, messageId: MessageId, { to, topic }: Move) {
  const { id } = mutation.viewer
  const recipient = { kind: 'channel', channel: to } as const
  await checkAmounts(mutation, id, { recipient, topic })
  const sender = mutation.get(peopleCache).byId.get(id)
  if (sender) await checkRules(mutation, { sender, recipient, topic, editedId: messageId })
  return countsOfNewTopic(mutation, id)
}

/** Otherwise, people could post in a channel without rules, and then move the message. */
async function checkRulesOfMove(mutation: Mutation, message: ReadableMessage, { from, to, topic }: Move) {
  const sender = mutation.get(peopleCache).byId.get(mutation.viewer.id)
  if (from === to || sender?.id !== message.sender_id) return
  const text = { content: message.content, html: message.rendered_content }
  await checkRules(mutation, { sender, recipient: { kind: 'channel', channel: to }, topic, text, editedId: message.id })
}

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

/** Edits text, moves messages, or both. The last transaction of a large move changes the named message and posts notices. */
export async function editMessage(
  mutation: Mutation,
  edit: Edit,
  maxPerStep = maxAtOnce,
  progress?: MoveProgress,
): Promise<Edited> {
  const { messageId, content, previousHash, topic, channelId, mode } = edit
  const reader = await readerOf(mutation)
  const message = await readableMessage(mutation.tx, reader, messageId)
  checkNotRestrictedAt(mutation, message)
  const channel = mutation.get(channelsCache).ofConversation(message.conversation_id)
  if (progress && (channel?.id !== progress.channelId || message.topic !== progress.topicBefore))
    throw api.movedConcurrently()
  if (!channel && topic !== undefined) throw api.directWithoutTopic()
  if (!channel && channelId !== undefined) throw api.directWithoutChannel()
  if (content && channelId !== undefined) throw api.contentAndChannel()
  if (mode !== 'change_one' && topic === undefined && channelId === undefined) throw api.nothingToPropagate()
  const changed = content && content.content !== message.content ? content : undefined
  if (content) await checkCanEditContent(mutation, message)
  if (previousHash !== undefined) checkContentKnown(message, previousHash)
  const move =
    channel && (await planMove(mutation, reader, message, channel, { topic, channelId, mode, maxPerStep }, progress))
  if (move && 'refusal' in move) return move
  if (!changed && !move && !content) throw api.nothingToChange()
  if (channel?.isArchived) throw channelArchived()
  if (!changed && !move) return done()
  const common = { user_id: mutation.viewer.id, rendering_only: false, edit_timestamp: seconds(mutation.now) }
  if (move) {
    const until = otherMoveAt(mutation.org, edit, move)
    if (until) return { is: 'waiting', until }
    // later batches of a long move don't count
    if (!progress) {
      await checkCanPublish(mutation, move)
      await checkRulesOfMove(mutation, message, move)
      const isNew = !move.joins && !move.isResolving
      const counts = isNew ? await countsOfMove(mutation, messageId, move) : []
      await startMoversInterval(mutation, move)
      await writeCounts(mutation, counts)
    }
    if (!move.isLast) {
      beginLongMove(mutation.org, edit, move)
      const part = await performMove(mutation, message, move, {})
      await emitMove(mutation, message, move, part, common, undefined, message.channel_wildcard)
      await keepFirstMessages(mutation, move)
      return { is: 'begun', progress: progressOf(move, progress) }
    }
  }

  const detached = changed
    ? await writeContent(mutation, reader, message, channel, move?.topic ?? message.topic, changed, {
        withHistory: !move,
      })
    : []
  const fields = changed ? contentFields(message, changed) : undefined
  const wildcard = changed ? changed.rendered.channelWildcard : message.channel_wildcard
  if (!move) {
    await emitEdit(mutation, message, channel, { ...common, ...fields }, wildcard)
    return done(detached)
  }
  const moved = await performMove(mutation, message, move, changed ? contentBefore(message) : {})
  await emitMove(mutation, message, move, moved, common, fields, wildcard)
  await postNotices(mutation, move, moved.isWhole, move.ids.length + (progress?.moved ?? 0), edit.notices)
  await keepFirstMessages(mutation, move)
  return done(detached)
}
