import { openSidebar } from '../navigation/sidebars.ts'
import { isCached } from '../parts/direction.ts'

/** A finger that begins so near the edge of the screen means what lies beyond it. */
const edgePx = 28
const farPx = 56

/** What scrolls sideways keeps its fingers. */
function scrollsSideways(target: EventTarget | null): boolean {
  for (let one = target instanceof Element ? target : null; one; one = one.parentElement)
    if (one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true
  return false
}

/** To be called once: a finger drawn in from an edge opens the sidebar that lies there, and one drawn back closes it. */
export function watchSwipes(): void {
  let from: { x: number; y: number; may: boolean } | undefined
  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const [one, other] = touches
      const isOver = target instanceof Element && target.closest('dialog, [popover]') !== null
      from = one && !other && !isOver ? { x: one.clientX, y: one.clientY, may: !scrollsSideways(target) } : undefined
    },
    { passive: true },
  )
  document.addEventListener(
    'touchend',
    ({ changedTouches: [end] }) => {
      if (!from || !end) return
      const [across, down] = [end.clientX - from.x, end.clientY - from.y]
      const start = from.x
      const { may } = from
      from = undefined
      if (Math.abs(across) < farPx || Math.abs(across) < 2 * Math.abs(down)) return
      // where one writes from right to left, the sidebars lie on the other sides
      const [atStart, atEnd] = isCached() ? (['right', 'left'] as const) : (['left', 'right'] as const)
      const now = openSidebar.peek()
      if (now !== undefined) {
        if (now === (across < 0 ? atStart : atEnd)) openSidebar.value = undefined
      } else if (start < edgePx && across > 0) openSidebar.value = atStart
      else if (start > innerWidth - edgePx && across < 0 && may) openSidebar.value = atEnd
    },
    { passive: true },
  )
}
