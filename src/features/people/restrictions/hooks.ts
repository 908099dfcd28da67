import { hook } from '#platform/serve'
import type { Stored } from './store.ts'

/** A restriction, without what only moderators see. */
export type SavedRestriction = Pick<Stored, 'id' | 'user_id' | 'kind' | 'until' | 'reason'>

/** Called after someone was restricted, or a restriction was changed, in the same transaction. */
export const restrictionSaved = hook<[SavedRestriction]>()
/** Called after a moderator lifted a restriction, in the same transaction. */
export const restrictionLifted = hook<[SavedRestriction]>()
