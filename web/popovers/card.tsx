import { type ComponentChildren, render } from 'preact'
import '../parts/dialog.css'
import './card.css'
import { keepBeside } from '../parts/beside.ts'
import { isRightToLeft } from '../parts/direction.ts'
import { Icon } from '../parts/icon.tsx'
import { showLayer } from '../parts/show-layer.ts'
import { c } from '../texts/cards.ts'

export interface Opening {
  /** The card opens next to it; absent: centered. */
  readonly anchor?: Element | null | undefined
}

const gap = 8
/** Focused element before the first of several cards opened from each other. */
let first: HTMLElement | null = null

/** Opens a card; only one is open at a time. Escape or a click outside closes it and restores the focus. */
export function openCard(label: string, { anchor }: Opening, content: (close: () => void) => ComponentChildren): void {
  const before = document.querySelector<HTMLElement>('.card')
  // measure before closing the card that may contain it
  const box = (before ?? anchor)?.getBoundingClientRect()
  const focused = document.activeElement as HTMLElement | null
  if (!before) first = focused === document.body ? null : focused
  before?.hidePopover()
  const card = document.createElement('div')
  card.className = 'card'
  card.popover = 'auto'
  card.tabIndex = -1
  card.setAttribute('role', 'dialog')
  card.setAttribute('aria-label', label)
  // outside of an open dialog, it would be inert
  const host = (before ?? anchor)?.closest('dialog') ?? document.body
  host.append(card)
  const close = () => card.hidePopover()
  render(
    <>
      <button type="button" class="icon-button card-close" aria-label={c.close} title={c.close} onClick={close}>
        <Icon name="close" />
      </button>
      {content(close)}
    </>,
    card,
  )
  card.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState !== 'closed') return
    const hadFocus = card.contains(document.activeElement) || document.activeElement === document.body
    render(null, card)
    card.remove()
    if (document.querySelector('.card') || !hadFocus) return
    const to = first?.isConnected ? first : anchor?.closest<HTMLElement>('article, [tabindex]')
    to?.focus({ preventScroll: true })
  })
  showLayer(card)
  if (box) {
    const start = isRightToLeft() ? innerWidth - box.right : box.left
    keepBeside(card, { start, top: before ? box.top : box.bottom + gap })
  }
  card.focus({ preventScroll: true })
}
