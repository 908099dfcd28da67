import { hook } from '#platform/serve'
import type { Account } from '../../../people/users/account.ts'

/** Called after someone was banned, with the reason for the email, in the same transaction. */
export const userBanned = hook<[Account, { readonly reason: string; readonly sendsEmail: boolean }]>()
