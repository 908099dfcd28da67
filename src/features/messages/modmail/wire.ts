import { bool, int, UserIdOut, z } from '#contract'

export const modmailStates = ['open', 'closed'] as const
export type ModmailState = (typeof modmailStates)[number]

export const modmailKinds = ['message', 'appeal'] as const
export type ModmailKind = (typeof modmailKinds)[number]

const message = {
  id: int,
  from_moderators: bool,
  /** Plain text. */
  content: z.string(),
  /** UNIX seconds. */
  sent_at: int,
}

/** As the person sees it, without the names of moderators. */
export const OwnModmailMessage = z.object({
  ...message,
  modmail_id: int,
})
export type OwnModmailMessage = z.infer<typeof OwnModmailMessage>

/** As moderators see it. */
export const ModmailMessage = z.object({ ...message, author_id: UserIdOut })
export type ModmailMessage = z.infer<typeof ModmailMessage>

export const Modmail = z.object({
  id: int,
  /** Who wrote to the moderators. */
  user_id: UserIdOut,
  /** `appeal`: the person is banned and wrote with the link in the email about it. */
  kind: z.enum(modmailKinds),
  state: z.enum(modmailStates),
  /** Number of messages since the moderators last replied. */
  unanswered: int,
  /** UNIX seconds. */
  opened_at: int,
  /** Null if it's open, or was closed automatically. */
  closed_by: UserIdOut.nullable(),
  closed_at: int.nullable(),
})
export type Modmail = z.infer<typeof Modmail>
