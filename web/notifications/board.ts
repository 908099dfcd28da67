import type { NotificationTexts } from '../texts/notifications.ts'
import { joined, type Notice, notificationOf, tagOf, without } from './notice.ts'

/** The part of `ServiceWorkerRegistration` used by both pages and the service worker. */
type Board = Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>

/**
 * Pages and the worker take turns, because each reads the shown notifications before changing them. Chromium also loses a
 * notification if its list is read before it's displayed.
 */
export const inQueue = async <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request('loquat notifications', work) as Promise<T>

const shownNotice = ({ data }: Notification): Notice | undefined =>
  Array.isArray((data as Partial<Notice> | null)?.lines) ? (data as Notice) : undefined

interface Manner {
  readonly isSilent: boolean
  /** Show it again silently if it's already shown: some browsers require a notification after each push. */
  readonly again?: boolean
}

/** Adds messages to their conversation's notification, each once. Returns whether there were new ones. */
export const tell = (
  board: Board,
  notice: Notice,
  t: NotificationTexts,
  { isSilent, again }: Manner,
): Promise<boolean> =>
  inQueue(async () => {
    const [before] = await board.getNotifications({ tag: tagOf(notice) })
    const known = before && shownNotice(before)
    const isNews = !notice.lines.every(({ id }) => known?.lines.some((line) => line.id === id))
    if (!isNews && !again) return false
    const all = notice.isDigest ? notice : joined(known, notice)
    await board.showNotification(...notificationOf(all, t, { isSilent: isSilent || !isNews, isNews }))
    return isNews
  })

/** Removes messages that are over from notifications, and closes notifications that are then empty. */
export const withdraw = (
  board: Board,
  account: number,
  isOver: (id: number) => boolean,
  t: NotificationTexts,
): Promise<void> =>
  inQueue(async () => {
    for (const shown of await board.getNotifications()) {
      const notice = shownNotice(shown)
      if (notice?.account !== account) continue
      const rest = without(notice, isOver)
      if (!rest) shown.close()
      else if (rest.lines.length < notice.lines.length)
        await board.showNotification(...notificationOf(rest, t, { isSilent: true, isNews: false }))
    }
  })

export async function closeAll(board: Pick<Board, 'getNotifications'>): Promise<void> {
  for (const shown of await board.getNotifications()) shown.close()
}
