import { ChannelIdOut, int, UserIdOut, z } from '#contract'

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

/** As moderators see it. */
export const HeldMessage = z.object({ ...shown, user_id: UserIdOut })
export type HeldMessage = z.infer<typeof HeldMessage>
