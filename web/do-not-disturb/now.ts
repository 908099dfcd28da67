import { computed, effect, signal } from '@preact/signals'
import { type Quiet, quietAt } from '../../src/features/people/quiet-times/quiet-hours-states.ts'
import { nothingQuiet } from '../../src/features/people/quiet-times/states.ts'
import type { QuietTime } from '../../src/features/people/quiet-times/wire.ts'
import { part } from '../store/connection.ts'
import { accountZone } from '../store/time-zone.ts'

/** Check the clock regularly: machines sleep, and clocks are changed. */
const lookMs = 60_000

export const quietTime = part<QuietTime | undefined>('quiet_time')
const now = signal(Date.now())

const quiet = computed<Quiet>(() => quietAt(quietTime.value ?? nothingQuiet, accountZone.value, now.value))

/**
 * The end of the current quiet period; undefined if there's none. By this device's clock, while the server uses its
 * own.
 */
export const quietUntil = computed(() => (quiet.value.until === null ? undefined : new Date(quiet.value.until)))

effect(() => {
  // a new setting takes effect at once
  quietTime.value
  now.value = Date.now()
})
effect(() => {
  const wait = Math.min(lookMs, Math.max(0, quiet.value.next - now.value) + 20)
  const timer = setTimeout(() => {
    now.value = Date.now()
  }, wait)
  return () => clearTimeout(timer)
})
