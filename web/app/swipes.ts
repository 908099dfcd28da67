import { openSidebar } from '../navigation/sidebars.ts'
import { isCached } from '../parts/direction.ts'

/** A swipe that starts this close to the edge opens the sidebar. */
const edgePx = 28
const farPx = 56

/** True if an ancestor scrolls horizontally and needs the swipe itself. */
function scrollsSideways(target: EventTarget | null): boolean {
  for (let one = target instanceof Element ? target : null; one; one = one.parentElement)
    if (one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true
  return false
}

/** Call once. Swiping from an edge opens the sidebar there, and swiping back closes it. */
export function watchSwipes(): void {
  let from: { x: number; y: number; can: boolean } | undefined
  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const [one, other] = touches
      const isOver = target instanceof Element && target.closest('dialog, [popover]') !== null
      from = one && !other && !isOver ? { x: one.clientX, y: one.clientY, can: !scrollsSideways(target) } : undefined
    },
    { passive: true },
  )
  document.addEventListener(
    'touchend',
    ({ changedTouches: [end] }) => {
      if (!from || !end) return
      const [across, down] = [end.clientX - from.x, end.clientY - from.y]
      const start = from.x
      const { can } = from
      from = undefined
      if (Math.abs(across) < farPx || Math.abs(across) < 2 * Math.abs(down)) return
      // in right-to-left languages, the sidebars swap sides
      const [atStart, atEnd] = isCached() ? (['right', 'left'] as const) : (['left', 'right'] as const)
      const now = openSidebar.peek()
      if (now !== undefined) {
        if (now === (across < 0 ? atStart : atEnd)) openSidebar.value = undefined
      } else if (start < edgePx && across > 0) openSidebar.value = atStart
      else if (start > innerWidth - edgePx && across < 0 && can) openSidebar.value = atEnd
    },
    { passive: true },
  )
}
