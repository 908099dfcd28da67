import type { NotificationTexts } from '../texts/notifications.ts'
import { joined, type Notice, notificationOf, tagOf, without } from './notice.ts'

/** The part of a registration that this is about; pages and the service worker have the same. */
type Board = Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>

/** Pages and the worker change notifications one after another: each looks at what is shown before. */
const inQueue = async <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request('loquat notifications', work) as Promise<T>

const shownNotice = ({ data }: Notification): Notice | undefined =>
  Array.isArray((data as Partial<Notice> | null)?.lines) ? (data as Notice) : undefined

interface Manner {
  readonly isSilent: boolean
  /** Shown once more, without a sound, if it is shown already: some browsers want to see something after each push. */
  readonly again?: boolean
}

/** Tells of messages, together with what is told of their conversation already; of the same message once. Whether it was new. */
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

/** Takes away what tells of messages that are over; what else a notification tells of stays. */
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
