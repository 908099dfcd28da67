import { isComposing } from '../parts/is-composing.ts'
import type { HoverCard } from './hover-card.tsx'
import { type PersonAt, personAt } from './person-at.ts'

const pointerDelayMs = 400
const focusDelayMs = 700
/** From one person to the next while a card is open. */
const nextDelayMs = 90
/** Long enough to move the pointer onto the card. */
const leaveDelayMs = 200
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta'])

type Cause = 'pointer' | 'focus'

let shown: { readonly card: HoverCard; readonly userId: number; readonly cause: Cause } | undefined
let pending: { readonly userId: number; readonly timer: ReturnType<typeof setTimeout> } | undefined
let leaving: ReturnType<typeof setTimeout> | undefined
let pointerAt: Pick<PointerEvent, 'clientX' | 'clientY'> | undefined
/** Something appeared under the resting pointer. */
let waitsForMove = false
let keyAt = Number.NEGATIVE_INFINITY

/** Call once. Shows a small card for names and faces that the pointer rests on or the keyboard moves to. */
export function watchPeople(): void {
  performance.mark('watches people')
  const passive = { passive: true }
  document.addEventListener('pointerover', onPointer, passive)
  document.addEventListener('pointermove', onMove, passive)
  document.documentElement.addEventListener('pointerleave', leave, passive)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', () => {
    if (shown?.cause === 'focus') hide()
  })
  for (const name of ['pointerdown', 'dragstart', 'contextmenu']) document.addEventListener(name, unlessOnCard, true)
  addEventListener('resize', hide)
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  addEventListener('keydown', onKey, true)
}

/** Browsers also report elements that appear under a resting pointer: a card waits until the pointer moves. */
function onPointer(event: PointerEvent): void {
  const { pointerType, buttons, target } = event
  waitsForMove = false
  if (pointerType === 'touch' || buttons !== 0 || !(target instanceof Element)) hide()
  else if (target.closest('.hover-card')) stay()
  else if (hasMoved(event)) consider(target)
  else {
    waitsForMove = true
    leave()
  }
}

function onMove(event: PointerEvent): void {
  const { buttons, target } = event
  const isAwaited = waitsForMove && (pointerAt === undefined || hasMoved(event))
  pointerAt = { clientX: event.clientX, clientY: event.clientY }
  if (!isAwaited || buttons !== 0 || !(target instanceof Element)) return
  waitsForMove = false
  consider(target)
}

const hasMoved = ({ clientX, clientY }: PointerEvent): boolean =>
  pointerAt !== undefined && (clientX !== pointerAt.clientX || clientY !== pointerAt.clientY)

function consider(target: Element): void {
  const found = personAt(target)
  if (found) approach(found, 'pointer')
  else leave()
}

function onFocus({ target }: FocusEvent): void {
  // views also move the focus by themselves, such as when they open
  const isByKey = performance.now() - keyAt < focusDelayMs
  if (!(target instanceof HTMLElement) || !isByKey || !target.matches(':focus-visible')) return
  const found = personAt(target)
  // rows that contain a name are about more than the person
  if (found?.anchor.contains(target)) approach(found, 'focus')
}

function approach(found: PersonAt, cause: Cause): void {
  const { userId } = found
  if (shown?.userId !== userId && pending?.userId === userId) return
  stay()
  if (shown?.userId === userId) return
  const loading = import('./hover-card.tsx').catch(() => undefined)
  const delay = cause === 'focus' ? focusDelayMs : shown ? nextDelayMs : pointerDelayMs
  const timer = setTimeout(async () => {
    const module = await loading
    if (pending?.timer !== timer) return
    pending = undefined
    const card = found.anchor.isConnected ? module?.showHoverCard(found, cause === 'focus') : undefined
    if (card) shown = { card, userId, cause }
    else hide()
  }, delay)
  pending = { userId, timer }
}

function stay(): void {
  clearTimeout(leaving)
  leaving = undefined
  drop()
}

function drop(): void {
  clearTimeout(pending?.timer)
  pending = undefined
}

/** Hides the card in a moment, unless the pointer reaches it, or the focus opened it. */
function leave(): void {
  if (shown?.cause !== 'focus') drop()
  if (shown?.cause === 'pointer') leaving ??= setTimeout(hide, leaveDelayMs)
}

function hide(): void {
  stay()
  shown?.card.close()
  shown = undefined
}

const unlessOnCard = ({ target }: Event): void => {
  if (!(target instanceof Element && target.closest('.hover-card'))) hide()
}

function onScroll({ target }: Event): void {
  if (target instanceof Element && target.closest('.hover-card')) return
  hide()
}

function onKey(event: KeyboardEvent): void {
  keyAt = performance.now()
  if (modifiers.has(event.key)) return
  if (shown && event.key === 'Escape' && !isComposing(event)) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  hide()
}
