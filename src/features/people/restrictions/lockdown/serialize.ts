import type { Organization } from '#platform/organization'
import { announcedLockdown } from './access.ts'
import { toWire } from './store.ts'
import type { Lockdown } from './wire.ts'

export function serializeLockdown(org: Organization): Lockdown | null {
  const lockdown = announcedLockdown(org)
  return lockdown ? toWire(lockdown) : null
}
