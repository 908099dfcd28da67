import { int, UserIdOut, z } from '#contract'

export const Answer = z.object({ question: z.string(), answer: z.string() })
export type Answer = z.infer<typeof Answer>

export const Application = z.object({
  id: int,
  /** Confirmed by the applicant, unless the server sends no email. */
  email: z.string(),
  full_name: z.string(),
  /** With the questions that the applicant saw. */
  answers: z.array(Answer),
  /** Who created the invitation that the applicant used, if any. */
  inviter_id: UserIdOut.nullable(),
  /** The role that the account will have. If the invitation is no longer valid by then, it's at most a member. */
  invited_as: int,
  /** UNIX seconds. */
  applied_at: int,
  /** When the application is deleted if no moderator decides, in UNIX seconds. */
  expires_at: int,
})
