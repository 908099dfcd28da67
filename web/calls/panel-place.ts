import { isRightToLeft } from '../parts/direction.ts'
import { keptChoice } from '../store/kept-choice.ts'
import { type Corner, cornerAt, cornerByKey, corners } from './panel-corner.ts'

const [corner, keepCorner] = keptChoice<Corner>(
  'call panel',
  (text) => corners.find((one) => one === text) ?? 'top-end',
  (one) => one,
)

/** Where the panel floats, kept for each browser. */
export { corner }

/** Clockwise. */
export const moveToNextCorner = (): void =>
  keepCorner(corners[(corners.indexOf(corner.peek()) + 1) % corners.length] as Corner)

/** Moves the panel with the arrow keys. */
export function moveByKey(event: KeyboardEvent): void {
  const next = cornerByKey(event.key, corner.peek(), isRightToLeft())
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  keepCorner(next)
}

/** Shorter movements are clicks. */
const dragsFrom = 4

/** The panel follows the pointer until it's released, and then goes to the nearest corner. */
export function drag(event: PointerEvent, panel: HTMLElement): void {
  if (event.button !== 0 || (event.target as Element).closest('a, .call-control')) return
  const begin = { x: event.clientX, y: event.clientY }
  const listening = new AbortController()
  const { signal } = listening
  let isDragged = false
  const end = () => {
    listening.abort()
    panel.style.translate = ''
    panel.classList.remove('dragged')
  }
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      const [x, y] = [clientX - begin.x, clientY - begin.y]
      isDragged ||= Math.hypot(x, y) > dragsFrom
      if (!isDragged) return
      panel.classList.add('dragged')
      panel.style.translate = `${x}px ${y}px`
    },
    { signal },
  )
  addEventListener(
    'pointerup',
    () => {
      const { left, top, width, height } = panel.getBoundingClientRect()
      const middle = { x: left + width / 2, y: top + height / 2 }
      end()
      if (isDragged) keepCorner(cornerAt(middle, { width: innerWidth, height: innerHeight }, isRightToLeft()))
    },
    { signal },
  )
  addEventListener('pointercancel', end, { signal })
}

/** Keeps the panel off the compose box, which grows, until the returned function is called. */
export function keepOffCompose(panel: HTMLElement): () => void {
  const follow = () => {
    const top = document.getElementById('compose')?.getBoundingClientRect().top ?? innerHeight
    panel.style.setProperty('--call-below', `${Math.max(0, Math.round(innerHeight - top))}px`)
  }
  const sizes = new ResizeObserver(follow)
  sizes.observe(document.body)
  for (const one of document.querySelectorAll('main, #compose')) sizes.observe(one)
  // the compose box is replaced when another conversation opens
  const changes = new MutationObserver(() => {
    const compose = document.getElementById('compose')
    if (compose) sizes.observe(compose)
    follow()
  })
  const main = document.querySelector('main')
  if (main) changes.observe(main, { childList: true })
  follow()
  return () => {
    sizes.disconnect()
    changes.disconnect()
  }
}
