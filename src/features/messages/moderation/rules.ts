import { isAdministrator } from '#contract'
import { bannableMs } from './limits.ts'

/** Whether someone who can restrict an account can also ban it: administrators always, others only new accounts. */
export const canBanAtAge = (person: { readonly role: number }, joinedAtMs: number, nowMs: number): boolean =>
  isAdministrator(person) || nowMs - joinedAtMs < bannableMs
