import { isComposing } from './is-composing.ts'

/** A chunk that hasn't loaded by then has failed, or will be requested again. */
const patienceMs = 10_000

interface Typed {
  readonly text: string
  /** The key that ended typing. Replayed in the field after the text. */
  readonly last: 'Enter' | 'Escape' | undefined
}

let end: (() => Typed) | undefined

/** Buffers typing for a field that's still loading, so it doesn't trigger shortcuts. */
export function typeAhead(): void {
  if (end) return
  let text = ''
  let last: Typed['last']
  const keep = (event: KeyboardEvent) => {
    const { key } = event
    const isCombined = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
    if (isComposing(event) || isCombined) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (last !== undefined) return
    if (key === 'Enter' || key === 'Escape') last = key
    else if (key === 'Backspace') text = [...text].slice(0, -1).join('')
    else if ([...key].length === 1) text += key
  }
  const timer = setTimeout(discardTyped, patienceMs)
  addEventListener('keydown', keep, { capture: true })
  end = () => {
    clearTimeout(timer)
    removeEventListener('keydown', keep, { capture: true })
    end = undefined
    return { text, last }
  }
}

/** Returns the buffered text for the field that now has the focus, and ends buffering. */
export function takeTyped(): string {
  const typed = end?.()
  if (!typed) return ''
  const { text, last } = typed
  const field = document.activeElement
  // wait until the field shows the text
  if (last !== undefined)
    setTimeout(() => field?.dispatchEvent(new KeyboardEvent('keydown', { key: last, bubbles: true, cancelable: true })))
  return text
}

/** The same for a field that isn't controlled: types the text into it. */
export function insertTyped(): void {
  const text = takeTyped()
  if (text !== '') document.execCommand('insertText', false, text)
}

/** Ends buffering and discards the text. */
export function discardTyped(): void {
  end?.()
}
