import { hook } from '#platform/serve'
import type { Account } from '../../../people/users/account.ts'
import type { Stored } from './store.ts'

export type StartedDeletion = Pick<Stored, 'id' | 'user_id' | 'period'>

/** Called before an account's messages are deleted or restored in the background. */
export const bulkChangeStarting = hook<[Account]>()
/** Called after a moderator started to delete a person's messages, in the same transaction. */
export const deletionStarted = hook<[StartedDeletion]>()
/** Called after a moderator started to restore them, in the same transaction. */
export const deletionUndone = hook<[StartedDeletion]>()
