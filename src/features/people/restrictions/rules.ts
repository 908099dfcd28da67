import { isModerator } from '#contract'
import { type Actor, permission } from '../organization/rules.ts'
import type { RestrictionKind } from './wire.ts'

export const restrictsMembers = permission('realm', 'can_restrict_members_group')

interface Ranked {
  readonly role: number
}

/** A bot counts as its owner. */
export interface Target extends Ranked {
  readonly owner?: Ranked | undefined
}

/** Why the user can't restrict an account; undefined if they can. */
export function restrictError(person: Actor, { role, owner }: Target): 'notAllowed' | 'rank' | undefined {
  if (!restrictsMembers.allows(person)) return 'notAllowed'
  return Math.min(role, owner?.role ?? role) > person.role ? undefined : 'rank'
}

/** What a restricted person tries to do. */
export type RestrictedAction =
  /** Posting, editing, reacting, and voting in a channel. */
  | { readonly in: 'channel'; readonly channelId: number }
  /** The same in a direct conversation. */
  | { readonly in: 'direct'; readonly isWithModerators: boolean }
  /** Anything else that others see: files, channels, invitations, the profile. */
  | { readonly in: 'elsewhere' }

interface Restricting {
  readonly kind: RestrictionKind
  readonly stream_ids: readonly number[]
}

export function blocks({ kind, stream_ids }: Restricting, act: RestrictedAction): boolean {
  // people must be able to ask why
  if (act.in === 'direct') return kind !== 'read_only_in' && !act.isWithModerators
  if (kind === 'read_only') return true
  return kind === 'read_only_in' && act.in === 'channel' && stream_ids.includes(act.channelId)
}

/** `until` in UNIX seconds. */
export const isInEffect = ({ until }: { readonly until: number | null }, nowMs: number): boolean =>
  until === null || until * 1_000 > nowMs

interface Other extends Ranked {
  readonly isBot: boolean
}

/** Without others, the conversation is one's own notes. */
export const isWithModerators = (others: readonly Other[]): boolean =>
  others.every((other) => isModerator(other) && !other.isBot)
