import { updateMessageFlags, updateMessageFlagsForNarrow } from '../../src/areas/messages/api/flags.ts'
import { tellRefusal } from '../message-actions/refusal.ts'
import type { Narrow } from '../narrow/narrow.ts'
import { toast } from '../parts/toast.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

/** So many messages are marked by one request. */
const mostAtOnce = 1_000

/** Marks everything of a narrow as read; `known`, what was unread as far as this client knew, can be unread again. */
export async function markRead(narrow: Narrow, known: readonly number[]): Promise<void> {
  try {
    let anchor = 'oldest'
    for (;;) {
      const answer = await api.call(updateMessageFlagsForNarrow, {
        anchor,
        include_anchor: anchor === 'oldest',
        num_before: 0,
        num_after: mostAtOnce,
        narrow: [...narrow, { operator: 'is', operand: 'unread' }],
        op: 'add',
        flag: 'read',
      })
      if (answer.found_newest || answer.last_processed_id === null) break
      anchor = String(answer.last_processed_id)
    }
    toast(p.markedRead(known.length), { label: p.undo, run: () => void markUnread(known) })
  } catch (problem) {
    tellRefusal(problem)
  }
}

async function markUnread(ids: readonly number[]): Promise<void> {
  try {
    for (let from = 0; from < ids.length; from += mostAtOnce)
      await api.call(updateMessageFlags, { messages: ids.slice(from, from + mostAtOnce), op: 'remove', flag: 'read' })
  } catch (problem) {
    tellRefusal(problem)
  }
}
