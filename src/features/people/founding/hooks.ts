import { hook } from '#platform/serve'
import type { Account } from '../users/account.ts'

/** After an organization has its first owner, in the owner's transaction: creates the first channels. */
export const organizationFounded = hook<[owner: Account, channels: readonly string[]]>()
