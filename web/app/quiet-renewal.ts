import { outbox } from '../store/outbox.ts'
import { isOutdated } from './renewal.ts'

const idleMs = 60_000
const lookMs = 15_000

/** Drafts are stored, so only outgoing messages and text in other fields prevent a reload. */
const hasUnsaved = (): boolean =>
  outbox.peek().length > 0 ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')].some(
    ({ type, value }) => type !== 'checkbox' && value.trim() !== '',
  )

export function renewWhenIdle(): void {
  let lastInput = Date.now()
  for (const name of ['pointermove', 'keydown', 'wheel', 'touchstart'])
    addEventListener(name, () => (lastInput = Date.now()), { passive: true })
  setInterval(() => {
    const isIdle = document.visibilityState === 'hidden' && Date.now() - lastInput > idleMs
    if (isOutdated.peek() && isIdle && !hasUnsaved()) location.reload()
  }, lookMs)
}
