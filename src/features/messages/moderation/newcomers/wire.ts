import { bool, int, UserIdOut, z } from '#contract'

export const newcomerActions = ['restrict', 'remove', 'welcome'] as const
export type NewcomerAction = (typeof newcomerActions)[number]

export const Newcomer = z.object({
  user_id: UserIdOut,
  /** UNIX seconds. */
  joined_at: int,
  message_count: int,
  /** Messages held for review. */
  held_count: int,
  /** A moderator made the person read-only. */
  is_read_only: bool,
  /** A moderator made the person a full member. */
  is_welcomed: bool,
})
export type Newcomer = z.infer<typeof Newcomer>
export type NewcomerOut = z.input<typeof Newcomer>

export const RefusedAction = z.object({
  user_id: UserIdOut,
  code: z.string(),
  /** In the caller’s language. */
  msg: z.string(),
})
export type RefusedAction = z.input<typeof RefusedAction>
