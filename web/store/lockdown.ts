import { computed } from '@preact/signals'
import { isLockdownOn } from '../../src/features/people/restrictions/lockdown/rules.ts'
import type { Lockdown } from '../../src/features/people/restrictions/lockdown/wire.ts'
import { clockFor } from './clock.ts'
import { part } from './connection.ts'

// an older server doesn't send it
const told = part<Lockdown | null | undefined>('lockdown')
const nowMs = clockFor(() => (told.value ? [told.value.until * 1_000] : []))

/** The lockdown that's on; undefined without one. */
export const lockdown = computed(() => {
  const one = told.value
  return one && isLockdownOn(one, Math.max(nowMs.value, Date.now())) ? one : undefined
})
