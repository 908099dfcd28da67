import { type MessageId, seconds, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { ReadableMessage } from '../../access/readable.ts'
import { type VisibleMessages, visibleMessagesOf } from '../../access/readers.ts'
import { flagsAdded } from '../../api/flags.ts'
import { messagesMoved, messagesRead } from '../../hooks.ts'
import { topicExists } from '../../store/messages.ts'
import { flagHolders, moveMessages, removeFlags } from '../../store/move.ts'
import { keepReading, nowRead } from '../../store/moved-read-state.ts'
import type { EditHistoryEntry } from '../../wire.ts'
import type { Move } from './plan.ts'

export interface Moved {
  /** No message is left in the topic. */
  readonly isWhole: boolean
  /** The messages each user could read before, and can read now. */
  readonly before: VisibleMessages
  readonly after: VisibleMessages
  readonly special: readonly UserId[]
}

/** Writes a move: the number of statements doesn't depend on the number of messages. */
export async function performMove(
  mutation: Mutation,
  message: ReadableMessage,
  move: Move,
  contentBefore: Partial<EditHistoryEntry>,
): Promise<Moved> {
  const { tx, viewer, now } = mutation
  const { from, to, ids } = move
  const changesChannel = from !== to
  const before = await visibleMessagesOf(mutation, from, ids)
  const after = changesChannel ? await visibleMessagesOf(mutation, to, ids) : before
  await moveMessages(
    tx,
    ids,
    {
      conversationId: to.conversationId,
      topic: move.topic === move.topicBefore ? null : move.topic,
      movedAt: move.isResolving ? null : now,
    },
    {
      user_id: viewer.id,
      timestamp: seconds(now),
      ...(mutation.agent === undefined ? {} : { agent: mutation.agent.name }),
      ...(changesChannel ? { prev_stream: from.id, stream: to.id } : {}),
    },
    { messageId: message.id, fields: contentBefore },
  )
  const holders = await flagHolders(tx, ids)
  const moved: Moved = {
    isWhole: !(await topicExists(tx, from.conversationId, move.topicBefore)),
    before,
    after,
    special: holders.map(({ user_id }) => user_id),
  }
  if (changesChannel) {
    await keepReading(tx, mutation.org.id, inChannels(move))
    await forgetMarks(mutation, holders, after)
  }
  await messagesMoved(mutation, { ...move, isWhole: moved.isWhole })
  return moved
}

const inChannels = ({ ids, from, to }: Move) => ({
  ids,
  from: { conversationId: from.conversationId, channelId: from.id },
  to: { conversationId: to.conversationId, channelId: to.id },
})

/** Deletes personal flags of users who can't read the messages anymore; deactivated accounts keep theirs. */
async function forgetMarks(
  mutation: Mutation,
  holders: { user_id: UserId; ids: MessageId[] }[],
  after: VisibleMessages,
): Promise<void> {
  const userIds: UserId[] = []
  const messageIds: MessageId[] = []
  for (const { user_id, ids } of holders) {
    if (!mutation.org.viewer(user_id)) continue
    const readable = new Set(after(user_id))
    for (const id of ids)
      if (!readable.has(id)) {
        userIds.push(user_id)
        messageIds.push(id)
      }
  }
  await removeFlags(mutation.tx, { userIds, messageIds })
}

/** Tells clients with unread counts that these messages no longer count as unread. Emit after the move's event. */
export async function announceRead(mutation: Mutation, move: Move, { after }: Moved): Promise<void> {
  if (move.from === move.to) return
  for (const { user_ids, ids } of await nowRead(mutation.tx, inChannels(move))) {
    const users = user_ids.filter((user) => after(user).length > 0)
    if (users.length > 0)
      mutation.emit(flagsAdded, { operation: 'add', flag: 'read', messages: ids, all: false }, users)
    await messagesRead(mutation, { userIds: user_ids, messageIds: ids })
  }
}
