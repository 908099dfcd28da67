import { hook } from '#platform/serve'
import type { Stored } from './store.ts'

export type SavedLockdown = Pick<Stored, 'id' | 'until' | 'reason'>

/** Called after a lockdown was started or changed, in the same transaction. */
export const lockdownSaved = hook<[SavedLockdown]>()
/** Called after a moderator ended a lockdown, in the same transaction. */
export const lockdownEndedEarly = hook<[SavedLockdown]>()
