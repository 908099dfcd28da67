import { computed } from '@preact/signals'
import { isLockdownOn } from '../../src/features/people/restrictions/lockdown/rules.ts'
import type { Lockdown } from '../../src/features/people/restrictions/lockdown/wire.ts'
import { clockFor } from './clock.ts'
import { part } from './connection.ts'

// an older server doesn't send it
const state = part<Lockdown | null | undefined>('lockdown')
const nowMs = clockFor(() => (state.value ? [state.value.until * 1_000] : []))

/** The lockdown in effect, if any. */
export const lockdown = computed(() => {
  const current = state.value
  return current && isLockdownOn(current, Math.max(nowMs.value, Date.now())) ? current : undefined
})
