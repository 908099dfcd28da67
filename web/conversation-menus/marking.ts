import { ApiError } from '#contract'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import { markAllAsRead, updateMessageFlags } from '../../src/features/messages/messages/api/flags.ts'
import { toast } from '../parts/toast.ts'
import { Markings } from '../store/markings.ts'
import { t } from '../texts/views.ts'
import { api } from '../transport/api.ts'

const markings = new Markings({
  change: (ids, op) => api.call(updateMessageFlags, { messages: [...ids], op, flag: 'read' }),
  isRefusal: (problem) => problem instanceof ApiError && problem.status === 400,
  readable: async (ids) =>
    (await api.call(getMessages, { message_ids: [...ids], narrow: [], allow_empty_topic_name: true })).messages.map(
      ({ id }) => id,
    ),
})

/** Marks messages as read and offers to take that back; `where` says what they are. */
export async function markAsRead(ids: readonly number[], where: string): Promise<void> {
  if (ids.length === 0) return
  try {
    const marking = await markings.mark(ids)
    const count = marking.ids.length
    toast(where === '' ? t.markedRead(count) : t.markedReadIn(count, where), {
      label: t.undo,
      run: () => void takeBack(marking),
    })
  } catch {
    toast(t.notMarked, { label: t.undo, run: () => void takeBack() })
  }
}

/** Also what is older than what this client was told of; that alone cannot be taken back. */
export async function markEverythingAsRead(ids: readonly number[], isMore: boolean): Promise<void> {
  await markAsRead(ids, '')
  if (isMore) await api.call(markAllAsRead, {}).catch(() => toast(t.notMarked))
}

/** Makes unread again what was marked last, or what is named. */
export async function takeBack(which?: Parameters<Markings['undo']>[0]): Promise<void> {
  try {
    const count = await markings.undo(which)
    toast(count === undefined ? t.nothingToUndo : t.unreadAgain(count))
  } catch {
    toast(t.notMarked)
  }
}
