import { isComposing } from './is-composing.ts'

/** A part that has not come by then has failed, or will be asked for again. */
const patienceMs = 10_000

let end: (() => string) | undefined

/** Keeps what is typed from now on for a field that is on its way, until it takes it: none of it is a command. */
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

/** What was typed meanwhile, for the field that has the focus now; empty where nothing was kept. */
export const takeTyped = (): string => end?.() ?? ''
