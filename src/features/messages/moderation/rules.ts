import { isAdministrator } from '#contract'
import { bannableMs } from './limits.ts'
import type { MessageDeletion } from './wire.ts'

export const isRunning = ({ state }: Pick<MessageDeletion, 'state'>): boolean =>
  state === 'deleting' || state === 'restoring'

/** Whether someone can undo a deletion that `creator` started; both with their current roles. */
export const canUndoOf = (person: { readonly role: number }, creator: { readonly role: number }): boolean =>
  creator.role >= person.role

/** Whether someone who can restrict an account can also ban it: administrators can, others only if it's new. */
export const canBanAtAge = (person: { readonly role: number }, joinedAtMs: number, nowMs: number): boolean =>
  isAdministrator(person) || nowMs - joinedAtMs < bannableMs
