import { type ApiError, type ChannelId, foldedTopic, type MessageId } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation } from '#platform/organization'
import {
  canCreateTopic,
  canMoveMessagesOut,
  canMoveMessagesWithin,
  canPost,
  canResolveTopics,
  visibleChannel,
} from '../../../../channels/channels/access.ts'
import type { Channel } from '../../../../channels/channels/channel.ts'
import { channelArchived } from '../../../../channels/channels/errors.ts'
import { settingsOf } from '../../../../people/organization/cache.ts'
import { checkCanWriteIn } from '../../../../people/restrictions/access.ts'
import type { ReadableMessage } from '../../access/readable.ts'
import { type Reader, readableRanges } from '../../access/reader.ts'
import * as api from '../../api/edit.ts'
import { cannotPost, cannotStartTopic } from '../../api/send.ts'
import { checkTopicAllowed, normalTopic } from '../../recipient.ts'
import { graceMs, moveLimit } from '../../rules.ts'
import { newestOfTopic } from '../../store/archive.ts'
import { topicExists } from '../../store/messages.ts'
import { beginsBefore, type TopicAge, topicAge } from '../../store/move.ts'
import { checkNotLocked } from '../../topic-locks/access.ts'
import { bareTopic, isResolved, resolvedMark } from '../../topics.ts'
import type { MoveProgress } from './long-move.ts'

export interface Move {
  readonly from: Channel
  readonly to: Channel
  /** In the case of the named message; other messages of the topic may differ. */
  readonly topicBefore: string
  readonly topic: string
  readonly ids: readonly MessageId[]
  /** No messages are left to move after these. */
  readonly isLast: boolean
  readonly mode: api.PropagateMode
  /** The only change is resolving or unresolving the topic. */
  readonly isResolving: boolean
  readonly joins: boolean
}

interface PlanOptions {
  topic: string | undefined
  channelId: ChannelId | undefined
  mode: api.PropagateMode
  maxPerStep: number
}

export interface TooOld {
  readonly is: 'tooOld'
  /** Makes the error for the caller: it counts the whole topic, so don't run it inside a mutation. */
  readonly refusal: (tx: Tx) => Promise<ApiError>
}

/** Plans the next batch of a move; undefined when nothing would change. Throws if the move isn't allowed. */
export async function planMove(
  mutation: Mutation,
  reader: Reader,
  message: ReadableMessage,
  from: Channel,
  { topic = message.topic, channelId = from.id, mode, maxPerStep }: PlanOptions,
  progress: MoveProgress | undefined,
): Promise<Move | TooOld | undefined> {
  const { viewer, tx } = mutation
  const to = channelId === from.id ? from : visibleChannel(mutation, viewer, reader.subscriptions, channelId)
  const topicBefore = message.topic
  if (to === from && topic === topicBefore) return undefined
  if (from.isArchived || to.isArchived) throw channelArchived()
  const isResolving = checkResolving(topicBefore, topic) && to === from && mode === 'change_all'
  checkRights(mutation, reader, { from, to, topicBefore, topic, isResolving })
  // moving messages out or renaming the topic would get around the lock
  checkNotLocked(mutation, from, topicBefore)
  checkNotLocked(mutation, to, topic)
  const joins = progress
    ? progress.joins
    : isSamePlace({ from, to, topicBefore, topic }) || (await topicExists(tx, to.conversationId, topic))
  if (!isResolving) {
    checkTopicAllowed(mutation.org, to, topic)
    if (!joins && !progress && !canCreateTopic(viewer, to, reader.subscriptions.isSubscribed(to.id)))
      throw cannotStartTopic()
  }
  const limit = isResolving
    ? null
    : moveLimit(viewer, settingsOf(mutation), { channel: to !== from, topic: topic !== topicBefore })
  // check the age only when the move begins, so that a long move can finish
  const tooOld = limit !== null && !progress && (await ageRefused(mutation, reader, message, from, mode, limit))
  if (tooOld) return tooOld
  const part = await nextPart(mutation, reader, message, from, { mode, maxPerStep }, progress)
  return { from, to, topicBefore, topic, ...part, mode, isResolving, joins }
}

type Places = Pick<Move, 'from' | 'to' | 'topicBefore' | 'topic'>

/** Topics are case-insensitive. */
export const isSamePlace = ({ from, to, topicBefore, topic }: Places): boolean =>
  from === to && foldedTopic(topicBefore) === foldedTopic(topic)

function checkResolving(before: string, after: string): boolean {
  const becomesResolved = isResolved(after) && !isResolved(before)
  if (after === resolvedMark.trim() || (becomesResolved && normalTopic(bareTopic(after)) === ''))
    throw api.emptyTopicResolved()
  return isResolved(after) !== isResolved(before) && bareTopic(after) === bareTopic(before)
}

function checkRights(mutation: Mutation, reader: Reader, move: Places & { isResolving: boolean }): void {
  const { from, to, topicBefore, topic, isResolving } = move
  const { viewer } = mutation
  const settings = settingsOf(mutation)
  const isSubscribed = reader.subscriptions.isSubscribed(from.id)
  if (isResolved(topicBefore) !== isResolved(topic) && !canResolveTopics(viewer, from, isSubscribed, settings))
    throw api.cannotResolve()
  if (!isResolving && topic !== topicBefore && !canMoveMessagesWithin(viewer, from, isSubscribed, settings))
    throw api.cannotMove()
  if (to === from) return
  checkCanWriteIn(mutation, { channelId: to.id })
  if (!canMoveMessagesOut(viewer, from, isSubscribed, settings)) throw api.cannotMoveChannel()
  if (!canPost(viewer, to, reader.subscriptions.isSubscribed(to.id))) throw cannotPost({}, { name: to.name })
}

/** Whether a message to be moved is too old; counts only messages that the viewer can read. */
async function ageRefused(
  { tx, now }: Mutation,
  reader: Reader,
  message: ReadableMessage,
  channel: Channel,
  mode: api.PropagateMode,
  limit: number,
): Promise<TooOld | undefined> {
  const { conversation_id, topic, sent_at } = message
  const oldest = new Date(now.getTime() - limit * 1000 - graceMs)
  const ranges = readableRanges(reader, channel)
  const isTooOld =
    sent_at < oldest || (mode === 'change_all' && (await beginsBefore(tx, conversation_id, topic, ranges, oldest)))
  if (!isTooOld) return
  const refusal = async (tx: Tx) => tooLate(await topicAge(tx, conversation_id, topic, ranges, oldest), mode)
  return { is: 'tooOld', refusal }
}

/** Maximum messages moved in one mutation, visible to everyone at once; larger moves take several. */
export const maxAtOnce = 500

/** Newest first, and the named message last: the request continues while that stays in its old topic. */
async function nextPart(
  { tx }: Mutation,
  reader: Reader,
  { id, conversation_id, topic }: ReadableMessage,
  channel: Channel,
  { mode, maxPerStep }: Pick<PlanOptions, 'mode' | 'maxPerStep'>,
  progress: MoveProgress | undefined,
): Promise<Pick<Move, 'ids' | 'isLast'>> {
  if (mode === 'change_one') return { ids: [id], isLast: true }
  const where = {
    ranges: readableRanges(reader, channel),
    from: mode === 'change_later' ? id : null,
    below: progress?.below ?? null,
    except: id,
  }
  const most = progress ? maxPerStep : maxAtOnce
  const others = (await newestOfTopic(tx, conversation_id, topic, where, most)).reverse()
  if (others.length === most) return { ids: others.slice(-maxPerStep), isLast: false }
  return { ids: [...others, id].sort((a, b) => a - b), isLast: true }
}

/** Tells the caller what they could move instead; nothing if only one message was to be moved. */
function tooLate({ total, young, oldest_young }: TopicAge, mode: api.PropagateMode) {
  const isOne = mode === 'change_one'
  return api.moveTooLate({
    first_message_id_allowed_to_move: isOne ? null : oldest_young,
    total_messages_in_topic: total,
    total_messages_allowed_to_move: isOne ? 0 : young,
  })
}
