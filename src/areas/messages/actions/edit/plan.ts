import { type ChannelId, isModerator, type MessageId } from '#contract'
import type { Act } from '#platform/organization'
import {
  canCreateTopic,
  canMoveMessagesOut,
  canMoveMessagesWithin,
  canPost,
  canResolveTopics,
  visibleChannel,
} from '../../../channels/access.ts'
import type { Channel } from '../../../channels/channel.ts'
import { channelArchived } from '../../../channels/errors.ts'
import { settingsOf } from '../../../organization/mirror.ts'
import type { ReadableMessage } from '../../access/readable.ts'
import { type Reader, reaches, readableReach } from '../../access/reader.ts'
import * as api from '../../api/edit.ts'
import { mayNotBeginTopic, mayNotPost } from '../../api/send.ts'
import { checkTopicAllowed, normalTopic } from '../../recipient.ts'
import { topicExists } from '../../store/messages.ts'
import { type TopicMessage, topicMessages } from '../../store/move.ts'
import { bareTopic, isResolved, resolvedMark } from '../../topics.ts'
import { graceMs } from './content.ts'

/** Messages that somebody may move, and where they go. */
export interface Move {
  readonly from: Channel
  readonly to: Channel
  /** As the message that was named has it: others of its topic may differ in case. */
  readonly topicBefore: string
  readonly topic: string
  /** Ascending. */
  readonly ids: readonly MessageId[]
  readonly mode: api.PropagateMode
  /** Nothing but marking the topic as resolved, or taking that back. */
  readonly isResolving: boolean
  /** The new place had messages before. */
  readonly joins: boolean
}

interface Asked {
  topic: string | undefined
  channelId: ChannelId | undefined
  mode: api.PropagateMode
}

/** Undefined when the messages would stay where they are; throws when they may not be moved. */
export async function planMove(
  act: Act,
  reader: Reader,
  message: ReadableMessage,
  from: Channel,
  { topic = message.topic, channelId = from.id, mode }: Asked,
): Promise<Move | undefined> {
  const { viewer, tx } = act
  const to = channelId === from.id ? from : visibleChannel(act, viewer, reader.subscriptions, channelId)
  const topicBefore = message.topic
  if (to === from && topic === topicBefore) return undefined
  if (from.isArchived || to.isArchived) throw channelArchived()
  const isResolving = checkResolving(topicBefore, topic) && to === from && mode === 'change_all'
  checkRights(act, reader, { from, to, topicBefore, topic, isResolving })
  const joins = isSamePlace({ from, to, topicBefore, topic }) || (await topicExists(tx, to.conversationId, topic))
  if (!isResolving) {
    checkTopicAllowed(act.org, to, topic)
    if (!joins && !canCreateTopic(viewer, to, reader.subscriptions.isSubscribed(to.id))) throw mayNotBeginTopic()
  }
  const limit = isResolving ? null : timeLimit(act, to !== from, topic !== topicBefore)
  const ids = await movable(act, reader, message, from, mode, limit)
  return { from, to, topicBefore, topic, ids, mode, isResolving, joins }
}

type Places = Pick<Move, 'from' | 'to' | 'topicBefore' | 'topic'>

/** Topics are the same whatever their case. */
export const isSamePlace = ({ from, to, topicBefore, topic }: Places): boolean =>
  from === to && topicBefore.toLowerCase() === topic.toLowerCase()

/** Whether the change is one between resolved and not, and no other. */
function checkResolving(before: string, after: string): boolean {
  const becomesResolved = isResolved(after) && !isResolved(before)
  if (after === resolvedMark.trim() || (becomesResolved && normalTopic(bareTopic(after)) === ''))
    throw api.emptyTopicResolved()
  return isResolved(after) !== isResolved(before) && bareTopic(after) === bareTopic(before)
}

function checkRights(act: Act, reader: Reader, move: Places & { isResolving: boolean }): void {
  const { from, to, topicBefore, topic, isResolving } = move
  const { viewer } = act
  const settings = settingsOf(act)
  const isSubscribed = reader.subscriptions.isSubscribed(from.id)
  if (isResolved(topicBefore) !== isResolved(topic) && !canResolveTopics(viewer, from, isSubscribed, settings))
    throw api.mayNotResolve()
  if (!isResolving && topic !== topicBefore && !canMoveMessagesWithin(viewer, from, isSubscribed, settings))
    throw api.mayNotMove()
  if (to === from) return
  if (!canMoveMessagesOut(viewer, from, isSubscribed, settings)) throw api.mayNotMoveChannel()
  if (!canPost(viewer, to, reader.subscriptions.isSubscribed(to.id))) throw mayNotPost({}, { name: to.name })
}

/** The shortest limit that applies, in seconds; null for none. */
function timeLimit(act: Act, changesChannel: boolean, changesTopic: boolean): number | null {
  if (isModerator(act.viewer)) return null
  const { move_messages_between_streams_limit_seconds: between, move_messages_within_stream_limit_seconds: within } =
    settingsOf(act)
  const limits = [changesChannel ? between : null, changesTopic ? within : null].filter((one) => one !== null)
  return limits.length === 0 ? null : Math.min(...limits)
}

/** The ids to move; counts and moves only what the viewer may read. */
async function movable(
  act: Act,
  reader: Reader,
  message: ReadableMessage,
  channel: Channel,
  mode: api.PropagateMode,
  limit: number | null,
): Promise<MessageId[]> {
  const oldest = limit === null ? null : new Date(act.now.getTime() - limit * 1000 - graceMs)
  const isTooOld = oldest !== null && message.sent_at < oldest
  if (mode === 'change_one' && !isTooOld) return [message.id]
  const reach = readableReach(reader, channel)
  const topic = (await topicMessages(act.tx, message.conversation_id, message.topic, oldest)).filter(({ id }) =>
    reaches(reach, id),
  )
  const wanted = mode === 'change_all' ? topic : topic.filter(({ id }) => id >= message.id)
  if (isTooOld || wanted.some(({ is_old }) => is_old)) throw tooLate(topic, mode)
  return wanted.map(({ id }) => id)
}

/** What the caller could move instead: nothing, where only one message was asked for. */
function tooLate(topic: readonly TopicMessage[], mode: api.PropagateMode) {
  const lastOld = topic.findLastIndex(({ is_old }) => is_old)
  const allowed = mode === 'change_one' ? [] : topic.slice(lastOld + 1)
  return api.moveTooLate({
    first_message_id_allowed_to_move: allowed[0]?.id ?? null,
    total_messages_in_topic: topic.length,
    total_messages_allowed_to_move: allowed.length,
  })
}
