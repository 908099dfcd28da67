const longPressMs = 500
const nearPx = 10

/** The finger that has opened a menu presses nothing of it when it is lifted. */
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

/** To be called once for each kind of thing: a finger that stays on one for half a second opens something. */
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
  // a device that asks for the menu by itself has opened it
  for (const end of ['pointerup', 'pointercancel', 'scroll', 'contextmenu'])
    document.addEventListener(end, stop, { passive: true, capture: true })
}
