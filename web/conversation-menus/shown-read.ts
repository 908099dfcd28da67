import type { MessageDetails } from '../../src/features/messages/messages/api/flags.ts'
import type { Unread } from '../../src/features/messages/messages/unread/wire.ts'
import { anticipate, part } from '../store/connection.ts'
import { showFlag } from '../store/messages.ts'
import { ownId } from '../store/people.ts'

const unread = part<Unread>('unread_msgs')

/** Shows messages as read immediately. Returns a function that reverts some of them to unread. */
export function showRead(ids: readonly number[]): (ids: readonly number[]) => void {
  const details = detailsOf(ids)
  show(ids, 'add')
  return (left) => {
    if (left.length === 0) return
    show(left, 'remove', Object.fromEntries(left.flatMap((id) => (details[id] ? [[id, details[id]]] : []))))
  }
}

function show(ids: readonly number[], op: 'add' | 'remove', message_details?: Record<number, MessageDetails>): void {
  const change = { op, operation: op, flag: 'read', messages: [...ids], all: false }
  showFlag(ids, 'read', op === 'add')
  anticipate({ type: 'update_message_flags', ...change, ...(message_details ? { message_details } : {}) })
}

/** Locations of unread messages, in the format of the server's event for marking as unread. */
function detailsOf(ids: readonly number[]): Record<number, MessageDetails> {
  const wanted = new Set(ids)
  const { streams = [], pms = [], huddles = [], mentions = [] } = unread.peek() ?? {}
  const found: Record<number, MessageDetails> = {}
  const put = (of: readonly number[], details: MessageDetails) => {
    for (const id of of) if (wanted.has(id)) found[id] = { ...details, mentioned: mentions.includes(id) }
  }
  for (const { stream_id, topic, unread_message_ids } of streams)
    put(unread_message_ids, { type: 'stream', stream_id, topic })
  for (const { other_user_id, unread_message_ids } of pms)
    put(unread_message_ids, { type: 'private', user_ids: [other_user_id] })
  for (const { user_ids_string, unread_message_ids } of huddles)
    put(unread_message_ids, {
      type: 'private',
      user_ids: user_ids_string
        .split(',')
        .map(Number)
        .filter((id) => id !== ownId.peek()),
    })
  return found
}
