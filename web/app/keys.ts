import { composeField, newDirectMessage, newTopic } from '../compose/target.ts'
import { hrefOf, narrow } from './route.ts'
import { openNextUnread } from './unread-topics.ts'

/** Keys that act where no text is being written. */
const actions: Record<string, () => void> = {
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  n: openNextUnread,
  r: () => composeField.value?.focus(),
  c: newTopic,
  x: newDirectMessage,
  d: () => open(hrefOf({ view: 'drafts' })),
  a: () => open(hrefOf({ view: 'feed' })),
  t: () => open(hrefOf({ view: 'recent' })),
  I: () => open(hrefOf({ view: 'inbox' })),
}

const open = (href: string): void => {
  location.hash = href
}

/** The next message, or the one before, gets the focus. */
function step(by: 1 | -1): void {
  if (!narrow.value) return
  const rows = [...document.querySelectorAll<HTMLElement>('article[data-message]')]
  const here = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement))
  const next = rows[here < 0 ? rows.length - 1 : Math.max(0, Math.min(rows.length - 1, here + by))]
  next?.focus({ preventScroll: false })
}

export function addKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const target = event.target as HTMLElement
    if (target.closest('input, textarea, select, [contenteditable="true"]')) return
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
}
