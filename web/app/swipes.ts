import { openSidebar } from '../navigation/sidebars.ts'
import { isRightToLeft } from '../parts/direction.ts'

/** A swipe that starts this close to the edge opens the sidebar. */
const edgePx = 28
const farPx = 56

interface Room {
  readonly left: boolean
  readonly right: boolean
}

/** Whether an element at the target can be scrolled to its left or right, and so needs the swipe itself. */
function roomAround(target: EventTarget | null): Room {
  let [left, right] = [false, false]
  for (let one = target instanceof Element ? target : null; one; one = one.parentElement) {
    const most = one.scrollWidth - one.clientWidth
    const { overflowX, direction } = getComputedStyle(one)
    if (most <= 1 || !/auto|scroll/.test(overflowX)) continue
    // in right-to-left elements, positions count down from 0 at the right end
    const hidden = direction === 'rtl' ? most + one.scrollLeft : one.scrollLeft
    left ||= hidden > 1
    right ||= hidden < most - 1
  }
  return { left, right }
}

/** Call once. Swiping from an edge opens the sidebar there, and swiping back closes it. */
export function watchSwipes(): void {
  let from: { x: number; y: number; room: Room } | undefined
  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const [one, other] = touches
      const isOver = target instanceof Element && target.closest('dialog, [popover]') !== null
      from = one && !other && !isOver ? { x: one.clientX, y: one.clientY, room: roomAround(target) } : undefined
    },
    { passive: true },
  )
  document.addEventListener(
    'touchend',
    ({ changedTouches: [end] }) => {
      if (!from || !end) return
      const [across, down] = [end.clientX - from.x, end.clientY - from.y]
      const { x: start, room } = from
      from = undefined
      if (Math.abs(across) < farPx || Math.abs(across) < 2 * Math.abs(down)) return
      if (across > 0 ? room.left : room.right) return
      // in right-to-left languages, the sidebars swap sides
      const [atStart, atEnd] = isRightToLeft() ? (['right', 'left'] as const) : (['left', 'right'] as const)
      const now = openSidebar.peek()
      if (now !== undefined) {
        if (now === (across < 0 ? atStart : atEnd)) openSidebar.value = undefined
      } else if (start < edgePx && across > 0) openSidebar.value = atStart
      else if (start > innerWidth - edgePx && across < 0) openSidebar.value = atEnd
    },
    { passive: true },
  )
}
