import type { Organization } from '#platform/organization'
import { shownLockdown } from './access.ts'
import { toWire } from './store.ts'
import type { Lockdown } from './wire.ts'

export function serializeLockdown(org: Organization): Lockdown | null {
  const lockdown = shownLockdown(org)
  return lockdown ? toWire(lockdown) : null
}
