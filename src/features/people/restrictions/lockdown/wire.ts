import { int, z } from '#contract'

export const Lockdown = z.object({
  /** UNIX seconds. */
  started_at: int,
  until: int,
  /** Can be empty. */
  reason: z.string(),
  /** People who joined at or after this time count as new members. */
  joined_since: int,
  /** Minimum interval between a user's messages in a public channel. Moderators are exempt. */
  slow_mode_seconds: int,
})
export type Lockdown = z.infer<typeof Lockdown>
