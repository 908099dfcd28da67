import { int, UserIdOut, z } from '#contract'
import { restrictionKinds } from '../../people/restrictions/wire.ts'
import { deletionPeriods } from '../moderation/wire.ts'

export const loggedActions = ['restriction', 'ban', 'message_deletion', 'lockdown'] as const
export type LoggedAction = (typeof loggedActions)[number]

export const ModerationLogEntry = z.object({
  id: int,
  action: z.enum(loggedActions),
  /** UNIX seconds. */
  at: int,
  /** Null for lockdowns, and if the action was reversed or the person's profile deleted. */
  user_id: UserIdOut.nullable(),
  /** Null unless `action` is `restriction`. */
  restriction: z.enum(restrictionKinds).nullable(),
  /** How far back messages were deleted; null unless `action` is `message_deletion`. */
  period: z.enum(deletionPeriods).nullable(),
  /** UNIX seconds; null if there's no end. */
  until: int.nullable(),
  /** As written by the moderator; can be empty. */
  reason: z.string(),
  /** When a moderator lifted the restriction or ban, restored the messages, or ended the lockdown early. */
  reversed_at: int.nullable(),
})
export type ModerationLogEntry = z.infer<typeof ModerationLogEntry>
export type ModerationLogEntryOut = z.input<typeof ModerationLogEntry>
