import {
  channelDeletion,
  deadlineOf,
  deletionError,
  directDeletion,
  editError,
  isOver,
  isOwnMessage,
  moveLimit,
  showsEditHistory,
} from '../../src/features/messages/messages/rules.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { own, ownIn } from '../permissions/own-facts.ts'
import { lockOn } from '../permissions/own-locks.ts'
import { canInChannel, oneself } from '../permissions/rights.ts'
import { channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { ownId, person } from '../store/people.ts'
import { longerOf, type Right } from './right.ts'

export type { Right }

const no: Right = { can: 'no' }

const setting = <T>(name: string): T | undefined => part<T>(`realm_${name}`).value

const timing = (message: Message, limitSecs: number | null | undefined) => ({
  deadlineMs: deadlineOf(message.timestamp * 1000, limitSecs ?? null),
  nowMs: Date.now(),
})
type Timing = ReturnType<typeof timing>

function rightOf(problem: string | undefined, { deadlineMs }: Timing): Right {
  const until = deadlineMs === null ? {} : { until: new Date(deadlineMs) }
  if (problem === undefined) return { can: 'yes', ...until }
  return problem === 'tooLate' ? { can: 'too late', ...until } : no
}

const channelOf = ({ stream_id }: Message) => (stream_id === undefined ? undefined : channel(stream_id))

/** Editing the text: your own messages, within the organization's time limit. */
export function canEdit(message: Message): Right {
  // polls and to-do lists have no text to edit
  if (message.submessages.length > 0 || channelOf(message)?.is_archived) return no
  const time = timing(message, setting<number | null>('message_content_edit_limit_seconds'))
  const problem = editError({
    isSender: message.sender_id === ownId.value,
    allowsEditing: setting<boolean>('allow_message_editing') !== false,
    ...time,
  })
  return rightOf(problem, time)
}

export function canDeleteIt(message: Message): Right {
  const time = timing(message, setting<number | null>('message_content_delete_limit_seconds'))
  const botOwnerId = person(message.sender_id)?.bot_owner_id
  const one = channelOf(message)
  const canDelete = (which: 'any' | 'own') =>
    one ? channelDeletion[which].allows(ownIn(one)) : directDeletion[which].allows(own())
  const canDeleteAny = canDelete('any')
  const problem = deletionError({
    isOwn: isOwnMessage(ownId.value, { id: message.sender_id, botOwnerId }),
    canDeleteAny,
    canDeleteOwn: canDelete('own'),
    ...time,
  })
  return canDeleteAny ? { can: 'yes' } : rightOf(problem, time)
}

/** How long the deletion of an own message can be undone. */
export const undoMs = 8_000
/** Maximum while the pointer or focus is on the offer to undo. */
export const longestUndoMs = 60_000
const marginMs = 10_000

/** Whether the time limit leaves room to offer Undo before the server deletes the message. */
export function canUndoDeletion(message: Message): boolean {
  const { until } = canDeleteIt(message)
  return message.sender_id === ownId.value && (until?.getTime() ?? Infinity) - Date.now() > longestUndoMs + marginMs
}

function canGo(message: Message, action: 'moveWithin' | 'moveOut'): Right {
  const one = channelOf(message)
  if (!one || !canInChannel(action, one)) return no
  if (lockOn({ kind: 'topic', channelId: one.stream_id, topic: message.subject })) return no
  const limit = moveLimit(
    oneself(),
    {
      move_messages_within_stream_limit_seconds: setting<number>('move_messages_within_stream_limit_seconds') ?? null,
      move_messages_between_streams_limit_seconds:
        setting<number>('move_messages_between_streams_limit_seconds') ?? null,
    },
    { topic: action === 'moveWithin', channel: action === 'moveOut' },
  )
  const time = timing(message, limit)
  return rightOf(isOver(time.deadlineMs, time.nowMs) ? 'tooLate' : undefined, time)
}

export const canChangeTopic = (message: Message): Right => canGo(message, 'moveWithin')

export const canChangeChannel = (message: Message): Right => canGo(message, 'moveOut')

export function canMove(message: Message): Right {
  return longerOf(canChangeTopic(message), canChangeChannel(message))
}

export const canSeeHistory = ({ last_edit_timestamp, last_moved_timestamp }: Message): boolean =>
  showsEditHistory(setting<'all' | 'moves' | 'none'>('message_edit_history_visibility_policy') ?? 'all') &&
  (last_edit_timestamp !== undefined || last_moved_timestamp !== undefined)

export const canSeeReceipts = (): boolean => setting<boolean>('enable_read_receipts') === true

export const canReport = ({ sender_id }: Message): boolean =>
  sender_id !== ownId.value && (setting<number>('moderation_request_channel_id') ?? -1) >= 0
