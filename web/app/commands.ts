import { newDirectMessage, newTopic } from '../compose/target.ts'
import { t } from '../texts/index.ts'
import { hrefOf, hrefOfNarrow, narrow } from './route.ts'
import { openNextUnread } from './unread-topics.ts'

/** Something that a key does wherever one is. */
export interface Command {
  readonly id: string
  readonly keys: readonly string[]
  readonly label: string
  /** Absent: always. */
  when?(): boolean
  run(): void
}

const open = (href: string) => () => {
  location.hash = href
}

const isFeed = () => narrow.value !== undefined

export const commands: readonly Command[] = [
  { id: 'next', keys: ['j', 'ArrowDown'], label: t.nextMessage, when: isFeed, run: () => step(1) },
  { id: 'previous', keys: ['k', 'ArrowUp'], label: t.previousMessage, when: isFeed, run: () => step(-1) },
  { id: 'nextUnread', keys: ['n'], label: t.nextUnread, run: openNextUnread },
  { id: 'newTopic', keys: ['c'], label: t.newTopic, run: newTopic },
  { id: 'newDirectMessage', keys: ['x'], label: t.newDirectMessage, run: newDirectMessage },
  { id: 'drafts', keys: ['d'], label: t.drafts, run: open(hrefOf({ view: 'drafts' })) },
  { id: 'feed', keys: ['a'], label: t.feed, run: open(hrefOf({ view: 'feed' })) },
  { id: 'recent', keys: ['t'], label: t.recent, run: open(hrefOf({ view: 'recent' })) },
  { id: 'inbox', keys: ['I'], label: t.inbox, run: open(hrefOf({ view: 'inbox' })) },
  {
    id: 'starred',
    keys: ['*'],
    label: t.starred,
    when: () => !isFeed(),
    run: open(hrefOfNarrow([{ operator: 'is', operand: 'starred' }])),
  },
]

/** The next message, or the one before, gets the focus. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('article[data-message]')]
  const here = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement))
  const next = rows[here < 0 ? rows.length - 1 : Math.max(0, Math.min(rows.length - 1, here + by))]
  next?.focus({ preventScroll: false })
}
