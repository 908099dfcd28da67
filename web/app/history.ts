import { type Left, view } from './left-view.ts'

/** By the number of an entry of the browser's history. */
const left = new Map<number, Left>()
/** Undefined where the entry is none of ours: others write there too, extensions for one. */
function entryNow(): number | undefined {
  const entry = (history.state as { entry?: unknown } | null)?.entry
  return Number.isSafeInteger(entry) ? (entry as number) : undefined
}
let here = entryNow() ?? 0
let given = here
if (entryNow() === undefined) history.replaceState({ entry: here }, '')

/** How the view that is shown again was left; undefined where one has not come back to it. */
let returning: Left | undefined

/** Where a feed that one has come back to was left. */
export const messageLeft = (): Left['message'] => returning?.message

/** Whether one has come back to a feed that was left at its end. */
export const wasLeftAtEnd = (): boolean => returning !== undefined && returning.message === undefined

function focusIn(shown: HTMLElement): string | undefined {
  const one = document.activeElement
  if (!one || !shown.contains(one)) return undefined
  const message = one.closest<HTMLElement>('article[data-message]')?.dataset.message
  if (message) return `article[data-message="${message}"]`
  const href = one.closest('a')?.getAttribute('href')
  return href ? `a[href="${CSS.escape(href)}"]` : undefined
}

function lookBack(): void {
  const shown = view()
  if (!shown) return
  const { scrollTop, clientHeight, scrollHeight } = shown
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 8
  const row = isAtEnd
    ? undefined
    : [...shown.querySelectorAll<HTMLElement>('.row[data-id]')].find(({ offsetTop }) => offsetTop >= scrollTop)
  const focus = focusIn(shown)
  left.set(here, {
    top: scrollTop,
    ...(row && { message: { id: Number(row.dataset.id), below: row.offsetTop - scrollTop } }),
    ...(focus !== undefined && { focus }),
  })
}

/** Whether this is where the tab began: before it is another site, or nothing. */
export const isFirst = (): boolean => here === 0

/** A new entry, for an address that is shown from now on. */
export function pushEntry(href: string): void {
  lookBack()
  returning = undefined
  here = ++given
  history.pushState({ entry: here }, '', href)
}

/** A link to what is open was followed: that is no coming back. */
export function stay(): void {
  returning = undefined
}

/** The same entry with another address. */
export function replaceEntry(href: string): void {
  returning = undefined
  history.replaceState(history.state, '', href)
}

/** The browser has gone somewhere: by a link, or back or forward. To be called before anything else is shown. */
export function arrive(): void {
  const entry = entryNow()
  if (entry === here) return
  lookBack()
  returning = entry === undefined ? undefined : left.get(entry)
  here = entry ?? ++given
  // one that this page has not given itself, as after a reload further back
  given = Math.max(given, here)
  if (entry === undefined) history.replaceState({ entry: here }, '')
  const back = returning
  if (back) void import('./restoring.ts').then(({ restore }) => back === returning && restore(back))
}
