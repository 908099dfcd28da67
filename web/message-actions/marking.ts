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

/** Gives a message a flag of one's own, or takes it away: at once on this screen. */
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

/** From this message to the end of its conversation; what is in sight is not read again until the view is left. */
export async function markUnreadFrom(message: Message): Promise<void> {
  const conversation = narrowOf(conversationOfMessage(message, ownId.value))
  readingPausedIn.value = narrowKey(narrow.peek() ?? conversation)
  // what was just seen is on its way to the server as read
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
