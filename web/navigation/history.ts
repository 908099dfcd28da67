import { effect } from '@preact/signals'
import { closeLayers, layerCount } from '../parts/layers.ts'
import { type Left, view } from './left-view.ts'

/** State of an entry in the browser's history. Each layer over a view has an entry of its own, so that Back closes it. */
interface State {
  readonly entry: number
  /** How many layers lie over the view. */
  readonly layers?: number
}

/** By the number of an entry of the browser's history. */
const left = new Map<number, Left>()
/** Undefined where the entry is none of ours: others write there too, extensions for one. */
function entryNow(): number | undefined {
  const entry = (history.state as { entry?: unknown } | null)?.entry
  return Number.isSafeInteger(entry) ? (entry as number) : undefined
}
let here = entryNow() ?? 0
let given = here

/** How many layers the browser's entry stands for. It follows the number of layers that are open. */
let depth = depthNow()
/** Set while the browser moves to another entry. New entries wait until it gets there. */
let traversal: ReturnType<typeof setTimeout> | undefined
const waiting: { readonly entry: number; href: string }[] = []
/** How long to wait for the browser to reach another entry. Generous, because a busy one takes its time. */
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

/** Adds the entries that had to wait, and one for each new layer; goes back where layers were closed. */
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
  // later, so that a menu's entry serves the dialog that replaces it, or the view that the palette leads to
  else if (open < depth) setTimeout(catchUp)
})

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

/** Adds an entry for the address that is shown from now on, and closes all layers. */
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

/** To be called when a link to what is open is followed: nothing is restored, and all layers close. */
export function stay(): void {
  returning = undefined
  closeLayers()
}

/** The same entry with another address. */
export function replaceEntry(href: string): void {
  returning = undefined
  const last = waiting.at(-1)
  if (last) last.href = href
  else history.replaceState(history.state, '', href)
}

/**
 * To be called when the browser has moved to another entry, before anything else is shown. Takes the address that is
 * shown, and returns the one to show.
 */
export function arrive(shown: string): string {
  if (traversal !== undefined && entryNow() === undefined) {
    // the person entered another URL while the browser was moving: that URL wins
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
    // one that opened in the meantime, such as the dialog of a menu that closed, stays
    if (!isOwn) closeLayers(depth)
    catchUp()
    return shown
  }
  lookBack()
  closeLayers()
  returning = entry === undefined ? undefined : left.get(entry)
  here = entry ?? ++given
  // one that this page has not given itself, as after a reload further back
  given = Math.max(given, here)
  if (entry === undefined) write('replaceState', { entry: here })
  const back = returning
  if (back) void import('./restoring.ts').then(({ restore }) => back === returning && restore(back))
  catchUp()
  return location.hash
}

/** Whether the browser's entry belongs to the view that is shown. */
export const isShown = (): boolean => entryNow() === here
