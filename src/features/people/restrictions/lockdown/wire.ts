import { int, z } from '#contract'

export const Lockdown = z.object({
  /** UNIX seconds. */
  started_at: int,
  until: int,
  /** Can be empty. */
  reason: z.string(),
  /** People who joined since then count as new members. */
  joined_since: int,
  /** The least interval between two messages of a person in a public channel; moderators are exempt. */
  slow_mode_seconds: int,
})
export type Lockdown = z.infer<typeof Lockdown>
