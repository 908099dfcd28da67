import { keepFromPressing, watchLongPresses } from '../parts/long-press.ts'
import { keyOf } from '../parts/written-keys.ts'
import { actionOfKey } from '../shortcuts/keys.ts'

/** Containers where links to places get a context menu; message text keeps the browser's. */
const inside = '.left, .right, .inbox, .conversations, .topic-list, .bar, .heading, .directory'
const address = /^#(narrow\/(channel|stream|dm)|topics)\//

function linkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null
  return link && address.test(link.hash) && link.closest(inside) ? link : undefined
}

const open = (hash: string, anchor: HTMLElement, at?: { x: number; y: number }) =>
  void import('../conversation-menus/menu.ts').then(({ openPlaceMenu }) => openPlaceMenu(hash, anchor, at))

/** Call once. Context menus for links to places, and for buttons with the address in `data-menu`. */
export function watchPlaces(): void {
  document.addEventListener('contextmenu', (event) => {
    const link = linkAt(event.target)
    if (!link) return
    event.preventDefault()
    const { pointerType } = event as PointerEvent
    if (pointerType === 'touch') keepFromPressing()
    // keyboard events have no position
    const isPointed = pointerType !== 'touch' && event.button === 2 && event.clientX > 0
    open(link.hash, link, isPointed ? { x: event.clientX, y: event.clientY } : undefined)
  })
  watchLongPresses(linkAt, (link) => open(link.hash, link))
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-menu]') : null
    if (button?.dataset.menu) open(button.dataset.menu, button)
  })
  document.addEventListener('keydown', (event) => {
    const link = linkAt(event.target)
    if (!link || event.altKey || actionOfKey(keyOf(event)) !== 'menu') return
    event.preventDefault()
    open(link.hash, link)
  })
}
