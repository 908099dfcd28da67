import { updateMessageFlags, updateMessageFlagsForNarrow } from '../../src/features/messages/messages/api/flags.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { conversationOfMessage, narrowKey, narrowOf } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { showFlag } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { flushReading, readingPausedIn } from '../store/reading.ts'
import { a } from '../texts/actions.ts'
import { api } from '../transport/api.ts'

/** Sets or clears a flag, and shows the change right away. */
async function toggleFlag({ id, flags = [] }: Message, flag: 'starred' | 'collapsed'): Promise<boolean | undefined> {
  const on = !flags.includes(flag)
  showFlag([id], flag, on)
  try {
    await api.call(updateMessageFlags, { messages: [id], op: on ? 'add' : 'remove', flag })
    return on
  } catch (problem) {
    showFlag([id], flag, !on)
    showRefusal(problem)
    return undefined
  }
}

export async function toggleStar(message: Message): Promise<void> {
  const on = await toggleFlag(message, 'starred')
  if (on !== undefined) toast(on ? a.starred : a.unstarred)
}

export const toggleCollapsed = (message: Message): Promise<unknown> => toggleFlag(message, 'collapsed')

const maxAtOnce = 1_000

/** Marks as unread up to the end of the conversation. Messages in view stay unread until the reader leaves. */
export async function markUnreadFrom(message: Message): Promise<void> {
  const conversation = narrowOf(conversationOfMessage(message, ownId.value))
  readingPausedIn.value = narrowKey(narrow.peek() ?? conversation)
  // messages just seen may still be on their way to the server as read
  await flushReading()
  try {
    let count = 0
    let [anchor, include] = [message.id, true]
    for (;;) {
      const answer = await api.call(updateMessageFlagsForNarrow, {
        anchor: String(anchor),
        include_anchor: include,
        num_before: 0,
        num_after: maxAtOnce,
        narrow: [...conversation],
        op: 'remove',
        flag: 'read',
      })
      count += answer.updated_count
      if (answer.found_newest || answer.last_processed_id === null) break
      anchor = answer.last_processed_id
      include = false
    }
    toast(a.markedUnread(count))
  } catch (problem) {
    readingPausedIn.value = undefined
    showRefusal(problem)
  }
}
