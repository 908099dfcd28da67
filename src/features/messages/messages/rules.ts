import { isModerator } from '#contract'
import { channelRules } from '../../channels/channels/rules.ts'
import { permission } from '../../people/organization/rules.ts'

export const graceMs = 20_000

/** When a time limit ends, in milliseconds since the epoch; null if there is no limit. */
export const deadlineOf = (sentAtMs: number, limitSeconds: number | null): number | null =>
  limitSeconds === null ? null : sentAtMs + limitSeconds * 1000

export const isOver = (deadlineMs: number | null, nowMs: number): boolean => deadlineMs !== null && nowMs > deadlineMs

interface Timing {
  /** From {@link deadlineOf}; the server adds {@link graceMs}. */
  readonly deadlineMs: number | null
  readonly nowMs: number
}

interface EditFacts extends Timing {
  /** Only senders can edit the text. */
  readonly isSender: boolean
  /** `allow_message_editing` of the organization. */
  readonly allowsEditing: boolean
}

/** Why a message's text can't be edited; undefined if it can. */
export function editError(facts: EditFacts): 'notSender' | 'turnedOff' | 'tooLate' | undefined {
  if (!facts.isSender) return 'notSender'
  if (!facts.allowsEditing) return 'turnedOff'
  return isOver(facts.deadlineMs, facts.nowMs) ? 'tooLate' : undefined
}

/** For deleting, messages of a user's bots count as their own. */
export const isOwnMessage = (
  personId: number,
  sender: { readonly id: number; readonly botOwnerId: number | null | undefined },
): boolean => sender.id === personId || sender.botOwnerId === personId

/** Deleting messages of a direct conversation; for those of a channel see {@link channelRules}. */
export const directDeletion = {
  any: permission('realm', 'can_delete_any_message_group'),
  own: permission('realm', 'can_delete_own_message_group'),
}
export const channelDeletion = { any: channelRules.deleteAny, own: channelRules.deleteOwn }

interface DeletionFacts extends Timing {
  readonly isOwn: boolean
  readonly canDeleteAny: boolean
  readonly canDeleteOwn: boolean
}

/** Why a message can't be deleted; undefined if it can. */
export function deletionError(facts: DeletionFacts): 'notAllowed' | 'tooLate' | undefined {
  if (facts.canDeleteAny) return undefined
  if (!facts.isOwn || !facts.canDeleteOwn) return 'notAllowed'
  return isOver(facts.deadlineMs, facts.nowMs) ? 'tooLate' : undefined
}

interface MoveLimits {
  readonly move_messages_between_streams_limit_seconds: number | null
  readonly move_messages_within_stream_limit_seconds: number | null
}

/** The shortest limit in seconds that applies to a move; null for none. Moderators are exempt. */
export function moveLimit(
  person: { readonly role: number },
  limits: MoveLimits,
  changes: { readonly channel: boolean; readonly topic: boolean },
): number | null {
  if (isModerator(person)) return null
  const some = [
    changes.channel ? limits.move_messages_between_streams_limit_seconds : null,
    changes.topic ? limits.move_messages_within_stream_limit_seconds : null,
  ].filter((one) => one !== null)
  return some.length === 0 ? null : Math.min(...some)
}

export const showsEditHistory = (policy: 'all' | 'moves' | 'none'): boolean => policy !== 'none'
