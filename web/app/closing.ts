import { isWide, openSidebar } from '../navigation/sidebars.ts'
import { isComposing } from '../parts/is-composing.ts'

/** Call once. Escape, or a click outside, closes a sidebar that overlays the messages. */
export function closeSidebars(): void {
  const isOver = (target: EventTarget | null) =>
    target instanceof Element && target.closest('dialog, [popover], .left, .right, .top, .people-button') !== null
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
    if (openSidebar.peek() === undefined) return
    if (document.querySelector('dialog[open], :popover-open:not(.toast)')) return
    const which = openSidebar.peek()
    openSidebar.value = undefined
    event.preventDefault()
    const buttons = document.querySelectorAll<HTMLElement>(which === 'left' ? '.menu-button' : '.people-button')
    for (const button of buttons) if (button.checkVisibility()) button.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (openSidebar.peek() === 'right' && !isWide.peek() && !isOver(target)) openSidebar.value = undefined
  })
}
