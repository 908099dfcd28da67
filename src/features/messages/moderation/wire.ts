import { int, UserIdOut, z } from '#contract'

export const ModerationNote = z.object({
  id: int,
  author_id: UserIdOut,
  content: z.string(),
  /** UNIX seconds. */
  created_at: int,
  /** Null if it was never changed. */
  edited_at: int.nullable(),
})
export type ModerationNote = z.infer<typeof ModerationNote>

export const JoinedWith = z.object({ user_id: UserIdOut, joined_at: int })

export const Joining = z.object({
  /** UNIX seconds. */
  joined_at: int,
  /** Null if the person joined without an invitation, or before invitations were recorded. */
  invitation: z.enum(['email', 'link']).nullable(),
  inviter_id: UserIdOut.nullable(),
  invitation_created_at: int.nullable(),
})

export const deletionPeriods = ['hour', 'day', 'week', 'all'] as const
export type DeletionPeriod = (typeof deletionPeriods)[number]

export const MessageDeletion = z.object({
  id: int,
  period: z.enum(deletionPeriods),
  /** `stopped`: the person who started deleting or restoring lost the permission before it finished. */
  state: z.enum(['deleting', 'deleted', 'stopped', 'restoring', 'restored']),
  deleted_count: int,
  restored_count: int,
  creator_id: UserIdOut,
  /** UNIX seconds. */
  created_at: int,
  undo_until: int,
  undone_by: UserIdOut.nullable(),
})
export type MessageDeletion = z.infer<typeof MessageDeletion>
export type MessageDeletionOut = z.input<typeof MessageDeletion>

const warning = {
  id: int,
  content: z.string(),
  /** UNIX seconds. */
  created_at: int,
}

/** As the warned person sees it. */
export const OwnWarning = z.object(warning)
export type OwnWarning = z.infer<typeof OwnWarning>

export const ModerationWarning = z.object({
  ...warning,
  author_id: UserIdOut,
  acknowledged_at: int.nullable(),
})
export type ModerationWarning = z.infer<typeof ModerationWarning>
