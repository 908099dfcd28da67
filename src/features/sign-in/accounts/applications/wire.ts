import { int, UserIdOut, z } from '#contract'

export const Answer = z.object({ question: z.string(), answer: z.string() })
export type Answer = z.infer<typeof Answer>

/** A moderator's question to the applicant. */
export const FollowUp = z.object({
  question: z.string(),
  /** UNIX seconds. */
  asked_at: int,
  /** Null until the applicant answers. */
  answer: z.string().nullable(),
  /** UNIX seconds. */
  answered_at: int.nullable(),
})
export type FollowUp = z.infer<typeof FollowUp>

export const Application = z.object({
  id: int,
  /** Confirmed by the applicant, unless the server sends no email. */
  email: z.string(),
  full_name: z.string(),
  /** With the questions that the applicant saw. */
  answers: z.array(Answer),
  /** Oldest first. */
  follow_ups: z.array(FollowUp),
  /** Open applications with the same number were sent from the same network; null if no other one was. */
  network_group: int.nullable(),
  /** Who created the invitation that the applicant used, if any. */
  inviter_id: UserIdOut.nullable(),
  /** The role that the account will have. If the invitation is no longer valid by then, it's at most a member. */
  invited_as: int,
  /** UNIX seconds. */
  applied_at: int,
  /** When the application is deleted if no moderator decides, in UNIX seconds. */
  expires_at: int,
})
