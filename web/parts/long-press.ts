const longPressMs = 500
const nearPx = 10

/** Ignores the release of the press that opened a menu, so that it doesn't click an item. */
export function keepFromPressing(): void {
  const end = new AbortController()
  const once = { capture: true, passive: false, signal: end.signal }
  document.addEventListener(
    'touchend',
    (event) => {
      event.preventDefault()
      end.abort()
    },
    once,
  )
  document.addEventListener('touchcancel', () => end.abort(), once)
}

/** Call once per kind of target: opens something after half a second's press. */
export function watchLongPresses<T>(find: (target: EventTarget | null) => T | undefined, open: (found: T) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  const stop = () => clearTimeout(timer)
  document.addEventListener(
    'pointerdown',
    (event) => {
      stop()
      const found = event.pointerType === 'touch' ? find(event.target) : undefined
      if (found === undefined) return
      from = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => {
        keepFromPressing()
        open(found)
      }, longPressMs)
    },
    { passive: true },
  )
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > nearPx) stop()
    },
    { passive: true },
  )
  // the device has opened the menu on its own
  for (const end of ['pointerup', 'pointercancel', 'scroll', 'contextmenu'])
    document.addEventListener(end, stop, { passive: true, capture: true })
}
