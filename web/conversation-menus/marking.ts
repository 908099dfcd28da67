import { ApiError } from '#contract'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import { markAllAsRead, updateMessageFlags } from '../../src/features/messages/messages/api/flags.ts'
import { toast } from '../parts/toast.ts'
import { Markings } from '../store/markings.ts'
import { t } from '../texts/views.ts'
import { api } from '../transport/api.ts'
import { showRead } from './shown-read.ts'

const markings = new Markings({
  change: (ids, op) => api.call(updateMessageFlags, { messages: [...ids], op, flag: 'read' }),
  isRefusal: (problem) => problem instanceof ApiError && problem.status === 400,
  readable: async (ids) =>
    (await api.call(getMessages, { message_ids: [...ids], narrow: [], allow_empty_topic_name: true })).messages.map(
      ({ id }) => id,
    ),
})

/** Marks messages as read, on this screen at once, and offers to undo it; `where` names them. */
export async function markAsRead(ids: readonly number[], where: string): Promise<void> {
  if (ids.length === 0) return
  const showUnread = showRead(ids)
  const { marking, isComplete } = await markings.mark(ids)
  if (!isComplete) showUnread(ids.filter((id) => !marking.ids.includes(id)))
  const count = marking.ids.length
  const undo = { label: t.undo, run: () => void takeBack(marking) }
  if (isComplete) toast(where === '' ? t.markedRead(count) : t.markedReadIn(count, where), undo)
  else toast(t.notMarked, count > 0 ? undo : undefined)
}

/** Also marks older messages that this client doesn't know; these can't be undone. */
export async function markEverythingAsRead(ids: readonly number[], isMore: boolean): Promise<void> {
  await markAsRead(ids, '')
  if (isMore) await api.call(markAllAsRead, {}).catch(() => toast(t.notMarked))
}

/** Undoes the last marking, or the given one. */
export async function takeBack(which?: Parameters<Markings['undo']>[0]): Promise<void> {
  try {
    const count = await markings.undo(which)
    toast(count === undefined ? t.nothingToUndo : t.unreadAgain(count))
  } catch {
    toast(t.notUndone, { label: t.tryAgain, run: () => void takeBack(which) })
  }
}
