import { isSearch } from '../narrow/narrow.ts'
import { narrow, route } from '../navigation/route.ts'
import { openSidebar } from '../navigation/sidebars.ts'
import { type KeptScreen, scrolledAttribute } from '../offline-cache/kept-screen.ts'
import { firstUnreadOf } from '../store/first-unread.ts'
import { listOf } from '../store/lists.ts'

/** Content that is invisible, appears by itself, or depends on pointer or focus. */
const fleeting = 'dialog, [popover], [role="alert"], .row-actions, .skip, video, audio'
/** Attributes by which the client, its styles and tests find the real elements. */
const names = ['id', 'data-id', 'data-message', 'aria-labelledby', 'aria-controls']

/** A snapshot of the current view; undefined if the client would start with something else at this URL. */
export function takeScreen(): KeptScreen | undefined {
  const { dataset, style } = document.documentElement
  const root = document.getElementById('app')?.querySelector<HTMLElement>('.app')
  const shown = document.getElementById('messages')
  if (!dataset.build || !root || !shown || openSidebar.peek() || !beginsSo(shown)) return undefined
  const copy = root.cloneNode(true) as HTMLElement
  leaveOutUnseen(root, copy)
  keepScrolled(root, copy)
  const fields = root.querySelectorAll('textarea')
  for (const [at, field] of copy.querySelectorAll('textarea').entries()) field.textContent = fields[at]?.value ?? ''
  for (const one of copy.querySelectorAll(fleeting)) one.remove()
  for (const name of names) for (const one of copy.querySelectorAll(`[${name}]`)) one.removeAttribute(name)
  return {
    build: dataset.build,
    hash: location.hash,
    width: innerWidth,
    style: style.cssText,
    contrast: dataset.contrast ?? '',
    html: copy.outerHTML,
  }
}

const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean =>
  scrollTop + clientHeight >= scrollHeight - 8

/**
 * Whether the client would start like this: with a feed at its end and nothing unread, or with the inbox at its top, in a tab that needs no request.
 */
function beginsSo(shown: HTMLElement): boolean {
  const what = narrow.peek()
  const { view, near } = { near: undefined, ...route.peek() }
  if (!what) return (view === 'inbox' || view === 'catch-up') && shown.scrollTop === 0
  if (near !== undefined || isSearch(what) || firstUnreadOf(what) !== 'newest') return false
  const { ids, hasNewest } = listOf(what).shown.peek()
  return ids.length > 0 && hasNewest && isAtEnd(shown)
}

/** For a feed at its end, removes the rows above the visible ones. */
function leaveOutUnseen(root: HTMLElement, copy: HTMLElement): void {
  const [feed, copied] = [root, copy].map((one) => one.querySelector<HTMLElement>('.feed'))
  const rows = feed?.querySelector('.feed-content')?.children
  const copies = copied?.querySelector('.feed-content')?.children
  if (!feed || !rows || !copies) return
  const top = feed.scrollTop
  const unseen = [...rows].findIndex((row) => (row as HTMLElement).offsetTop + (row as HTMLElement).offsetHeight > top)
  for (const row of [...copies].slice(0, Math.max(0, unseen))) row.remove()
}

/** Stores scroll positions in the copy; a feed, which has fewer rows there, is at its end. */
function keepScrolled(root: HTMLElement, copy: HTMLElement): void {
  const places = '.left, .right, .feed'
  const copies = copy.querySelectorAll(places)
  for (const [at, { scrollTop, classList }] of root.querySelectorAll(places).entries())
    if (scrollTop > 0) copies[at]?.setAttribute(scrolledAttribute, classList.contains('feed') ? 'end' : `${scrollTop}`)
}
