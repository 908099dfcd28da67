import { isComposing } from './is-composing.ts'

/** A chunk that hasn't loaded by then has failed, or will be requested again. */
const patienceMs = 10_000

let end: (() => string) | undefined

/** Buffers typing for a field that's still loading, so that it isn't taken for shortcuts. */
export function typeAhead(): void {
  if (end) return
  let text = ''
  const keep = (event: KeyboardEvent) => {
    const { key } = event
    const isCombined = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
    if (isComposing(event) || isCombined) return
    if (key === 'Backspace') text = [...text].slice(0, -1).join('')
    else if ([...key].length === 1) text += key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const timer = setTimeout(takeTyped, patienceMs)
  addEventListener('keydown', keep, { capture: true })
  end = () => {
    clearTimeout(timer)
    removeEventListener('keydown', keep, { capture: true })
    end = undefined
    return text
  }
}

/** Returns the buffered text for the field that now has the focus, and ends buffering. */
export const takeTyped = (): string => end?.() ?? ''
