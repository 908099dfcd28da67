import { computed, signal } from '@preact/signals'
import { outbox } from '../store/outbox.ts'
import { servedBuild } from '../transport/api.ts'

const ownBuild = document.documentElement.dataset.build
const idleMs = 60_000
const lookMs = 15_000

/** The server has another build of this client than the one that runs here. */
export const isOutdated = computed(
  () => ownBuild !== undefined && servedBuild.value !== undefined && servedBuild.value !== ownBuild,
)

const lastInput = signal(Date.now())

/** Drafts are kept; what is on its way, or stands in a field, is not asked to wait for a reload. */
const hasUnsaved = (): boolean =>
  outbox.peek().length > 0 ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')].some(
    ({ type, value }) => type !== 'checkbox' && value.trim() !== '',
  )

/** Loads the new build by itself when nobody would notice. */
export function renewWhenIdle(): void {
  for (const name of ['pointermove', 'keydown', 'wheel', 'touchstart'])
    addEventListener(name, () => (lastInput.value = Date.now()), { passive: true })
  setInterval(() => {
    const isIdle = document.visibilityState === 'hidden' && Date.now() - lastInput.peek() > idleMs
    if (isOutdated.peek() && isIdle && !hasUnsaved()) location.reload()
  }, lookMs)
}
