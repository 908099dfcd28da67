import { bool, ChannelIdOut, int, UserIdOut, z } from '#contract'

const shown = {
  id: int,
  stream_id: ChannelIdOut,
  topic: z.string(),
  /** Markdown. */
  content: z.string(),
  /** UNIX seconds. */
  held_at: int,
}

/** As its author sees it. */
export const OwnHeldMessage = z.object(shown)
export type OwnHeldMessage = z.infer<typeof OwnHeldMessage>

/** A file that the author of a held or hidden message uploaded and links to. */
export const HeldFile = z.object({
  name: z.string(),
  /** Relative to the organization's URL. Moderators can fetch it until they decide. */
  url: z.string(),
  /** Bytes. */
  size: int,
  /** Null for files other than pictures. */
  thumbnail_url: z.string().nullable(),
})

/** As moderators see it. */
export const HeldMessage = z.object({
  ...shown,
  user_id: UserIdOut,
  files: z.array(HeldFile),
  /** The moderation rule that held it, as it was called then; null if none did. */
  rule_name: z.string().nullable(),
  /** Whether it's one of a new member's first messages, which wait because of `newcomer_held_messages`. */
  is_first: bool,
})
export type HeldMessage = z.infer<typeof HeldMessage>
