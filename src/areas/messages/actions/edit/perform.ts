import { type MessageId, seconds, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { ReadableMessage } from '../../access/readable.ts'
import { type Sight, sightOf } from '../../access/readers.ts'
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
  readonly before: Sight
  readonly after: Sight
  readonly special: readonly UserId[]
}

/** Writes a move: the number of statements doesn't depend on the number of messages. */
export async function performMove(
  act: Act,
  message: ReadableMessage,
  move: Move,
  contentBefore: Partial<EditHistoryEntry>,
): Promise<Moved> {
  const { tx, viewer, now } = act
  const { from, to, ids } = move
  const changesChannel = from !== to
  const before = await sightOf(act, from, ids)
  const after = changesChannel ? await sightOf(act, to, ids) : before
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
      ...(act.agent === undefined ? {} : { agent: act.agent.name }),
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
    await keepReading(tx, act.org.id, inChannels(move))
    await forgetMarks(act, holders, after)
  }
  await messagesMoved(act, { ...move, isWhole: moved.isWhole })
  return moved
}

const inChannels = ({ ids, from, to }: Move) => ({
  ids,
  from: { conversationId: from.conversationId, channelId: from.id },
  to: { conversationId: to.conversationId, channelId: to.id },
})

/** Deletes personal flags of users who can't read the messages anymore; deactivated accounts keep theirs. */
async function forgetMarks(act: Act, holders: { user_id: UserId; ids: MessageId[] }[], after: Sight): Promise<void> {
  const userIds: UserId[] = []
  const messageIds: MessageId[] = []
  for (const { user_id, ids } of holders) {
    if (!act.org.viewer(user_id)) continue
    const readable = new Set(after(user_id))
    for (const id of ids)
      if (!readable.has(id)) {
        userIds.push(user_id)
        messageIds.push(id)
      }
  }
  await removeFlags(act.tx, { userIds, messageIds })
}

/** Tells clients with unread counts that these messages no longer count as unread. Emit after the move's event. */
export async function tellWhatIsRead(act: Act, move: Move, { after }: Moved): Promise<void> {
  if (move.from === move.to) return
  for (const { user_ids, ids } of await nowRead(act.tx, inChannels(move))) {
    const users = user_ids.filter((user) => after(user).length > 0)
    if (users.length > 0) act.emit(flagsAdded, { operation: 'add', flag: 'read', messages: ids, all: false }, users)
    await messagesRead(act, { userIds: user_ids, messageIds: ids })
  }
}
