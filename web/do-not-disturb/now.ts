import { computed, effect, signal } from '@preact/signals'
import { type Quiet, quietAt } from '../../src/features/people/quiet-times/quiet-hours-states.ts'
import { nothingQuiet } from '../../src/features/people/quiet-times/states.ts'
import type { QuietTime } from '../../src/features/people/quiet-times/wire.ts'
import { part } from '../store/connection.ts'

/** The clock is looked at again after this time: machines sleep, and clocks are set. */
const lookMs = 60_000

export const quietTime = part<QuietTime | undefined>('quiet_time')
const settings = part<{ timezone?: string } | undefined>('user_settings')
const now = signal(Date.now())

/** Of quiet hours; empty: UTC. */
export const zone = computed(() => settings.value?.timezone ?? '')

const quiet = computed<Quiet>(() => quietAt(quietTime.value ?? nothingQuiet, zone.value, now.value))

/** Until when it is quiet; undefined where it is not. By the clock of this machine, as the server does by its own. */
export const quietUntil = computed(() => (quiet.value.until === null ? undefined : new Date(quiet.value.until)))

effect(() => {
  // what was chosen just now begins now
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
