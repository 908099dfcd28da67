import { effect } from '@preact/signals'
import { closeLayers, layerCount } from '../parts/layers.ts'
import { type Left, view } from './left-view.ts'

/** State of a browser history entry. Each layer over a view has its own entry, so that Back closes it. */
interface State {
  readonly entry: number
  readonly layers?: number
}

const left = new Map<number, Left>()
/** Undefined for entries that aren't ours, such as an extension's. */
function entryNow(): number | undefined {
  const entry = (history.state as { entry?: unknown } | null)?.entry
  return Number.isSafeInteger(entry) ? (entry as number) : undefined
}
let here = entryNow() ?? 0
let given = here

/** Number of layers in the browser's current entry. It follows the number of open layers. */
let depth = depthNow()
/** Set while the browser moves to another entry. New entries wait until it gets there. */
let traversal: ReturnType<typeof setTimeout> | undefined
const waiting: { readonly entry: number; href: string }[] = []
/** Time limit for reaching another entry. Generous, because a busy browser is slow. */
const patienceMs = 9_000
/** Set while the page unloads: going back for a closed layer would cancel the navigation. */
let isLeaving = false
addEventListener('beforeunload', () => {
  isLeaving = true
  setTimeout(() => {
    isLeaving = false
    catchUp()
  }, patienceMs)
})

if (entryNow() === undefined) write('replaceState', { entry: here })

function depthNow(): number {
  const layers = (history.state as { layers?: unknown } | null)?.layers
  return Number.isSafeInteger(layers) ? (layers as number) : 0
}

function write(how: 'pushState' | 'replaceState', state: State, href?: string): void {
  history[how](state, '', href)
  depth = state.layers ?? 0
}

function traverse(by: number): void {
  traversal = setTimeout(() => {
    traversal = undefined
    write('replaceState', { entry: here }, waiting.at(-1)?.href)
    waiting.length = 0
    catchUp()
  }, patienceMs)
  history.go(by)
}

/** Writes the entries that had to wait, adds one per new layer, and goes back for closed layers. */
function catchUp(): void {
  if (traversal !== undefined || isLeaving) return
  for (const { entry, href } of waiting.splice(0)) write('pushState', { entry }, href)
  const open = layerCount()
  while (depth < open) write('pushState', { entry: here, layers: depth + 1 })
  if (depth > open) traverse(open - depth)
}

effect(() => {
  const open = layerCount()
  if (open > depth) catchUp()
  // deferred, so that a menu's entry can serve the dialog or view that replaces it
  else if (open < depth) setTimeout(catchUp)
})

/** State of the view being restored; undefined unless the user navigated back to it. */
let returning: Left | undefined

/** The saved position of a feed the user came back to. */
export const messageLeft = (): Left['message'] => returning?.message

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

/** True for the tab's first entry; before it is another site or nothing. */
export const isFirst = (): boolean => here === 0

export function pushEntry(href: string): void {
  lookBack()
  stay()
  here = ++given
  if (traversal === undefined && depth <= 1) {
    write(depth === 1 ? 'replaceState' : 'pushState', { entry: here }, href)
    return
  }
  waiting.push({ entry: here, href })
  if (traversal === undefined) traverse(-depth)
}

/** Call when a link to the current view is followed: closes all layers, restores nothing. */
export function stay(): void {
  returning = undefined
  closeLayers()
}

export function replaceEntry(href: string): void {
  returning = undefined
  const last = waiting.at(-1)
  if (last) last.href = href
  else history.replaceState(history.state, '', href)
}

/** Call first when the browser has moved to another entry. Takes the current address and returns the one to show. */
export function arrive(shown: string): string {
  if (traversal !== undefined && entryNow() === undefined) {
    // the user entered another URL during the traversal: that URL wins
    const href = location.hash
    lookBack()
    stay()
    here = ++given
    waiting.push({ entry: here, href })
    write('replaceState', { entry: here })
    return href
  }
  const isOwn = traversal !== undefined
  clearTimeout(traversal)
  traversal = undefined
  depth = depthNow()
  const entry = entryNow()
  if (waiting.length > 0) {
    catchUp()
    return shown
  }
  if (entry === here) {
    // the address may have changed while a layer was open
    if (location.hash !== shown) history.replaceState(history.state, '', shown || '#')
    // keep a layer that opened during the traversal, such as a dialog opened from a menu
    if (!isOwn) closeLayers(depth)
    catchUp()
    return shown
  }
  lookBack()
  closeLayers()
  returning = entry === undefined ? undefined : left.get(entry)
  here = entry ?? ++given
  // an entry number from before a reload
  given = Math.max(given, here)
  if (entry === undefined) write('replaceState', { entry: here })
  const back = returning
  if (back) void import('./restoring.ts').then(({ restore }) => back === returning && restore(back))
  catchUp()
  return location.hash
}

export const isShown = (): boolean => entryNow() === here
