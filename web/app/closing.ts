import { isWide, openSidebar } from '../navigation/sidebars.ts'
import { isComposing } from '../parts/is-composing.ts'

/** To be called once: Escape, and a press beside it, close a sidebar that lies over the messages. */
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
