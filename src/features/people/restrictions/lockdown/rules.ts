import { isModerator } from '#contract'

interface LockdownSubject {
  readonly role: number
  readonly isFullMember: boolean
  /** A moderator made the person a full member. */
  readonly isWelcomed: boolean
  readonly joinedAtMs: number
}

/** Whether a lockdown makes someone read-only: not yet a full member, or joined shortly before it or later. */
export const isReadOnlyInLockdown = (person: LockdownSubject, joinedSinceMs: number): boolean =>
  !isModerator(person) && !person.isWelcomed && (!person.isFullMember || person.joinedAtMs >= joinedSinceMs)

/** `until` in UNIX seconds. */
export const isLockdownOn = ({ until }: { readonly until: number }, nowMs: number): boolean => until * 1_000 > nowMs
