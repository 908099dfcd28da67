import { keptChoice } from '../store/kept-choice.ts'

const [chosen, keep] = keptChoice(
  'call push to talk',
  (text) => text === 'on',
  (isOn) => (isOn ? 'on' : 'off'),
)

/** Whether the microphone is on only while the user holds the space bar; kept for each browser. */
export const pushesToTalk = chosen
export const keepPushToTalk = keep

/** Elements that take the space bar themselves. */
const others =
  'input, textarea, select, [contenteditable="true"], dialog, [popover], button, a, summary, [role="button"], [role="menuitem"]'

/** Follows the space bar until the returned function is called, which also releases it. */
export function followSpaceBar(hold: (isDown: boolean) => void): () => void {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  let isDown = false
  const release = () => {
    if (!isDown) return
    isDown = false
    hold(false)
  }
  const isTaken = ({ target }: Event) => {
    const taker = target instanceof Element ? target.closest(others) : null
    // the call's own buttons and links still take Enter
    return taker !== null && !(taker.closest('.call-panel') && taker.matches('button, a'))
  }
  addEventListener(
    'keydown',
    (event) => {
      if (event.code !== 'Space' || event.ctrlKey || event.altKey || event.metaKey || isTaken(event)) return
      if (!chosen.peek()) return
      // it would scroll the page
      event.preventDefault()
      event.stopPropagation()
      if (isDown || event.repeat) return
      isDown = true
      hold(true)
    },
    options,
  )
  addEventListener(
    'keyup',
    (event) => {
      if (event.code !== 'Space' || !isDown) return
      // Firefox presses a button when the key is released
      event.preventDefault()
      release()
    },
    options,
  )
  // the key's release goes to another window
  addEventListener('blur', release, { signal: listening.signal })
  document.addEventListener('visibilitychange', release, { signal: listening.signal })
  return () => {
    listening.abort()
    release()
  }
}
