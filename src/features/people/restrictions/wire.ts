import { ChannelIdOut, int, UserIdOut, z } from '#contract'

export const restrictionKinds = ['read_only', 'no_direct_messages', 'read_only_in'] as const
export type RestrictionKind = (typeof restrictionKinds)[number]

const shown = {
  id: int,
  kind: z.enum(restrictionKinds),
  /** Empty except for `read_only_in`. */
  stream_ids: z.array(ChannelIdOut),
  /** UNIX seconds; null if it stays until it's lifted. */
  until: int.nullable(),
  reason: z.string(),
  created_at: int,
}

/** As the restricted person sees it. */
export const OwnRestriction = z.object(shown)
export type OwnRestriction = z.infer<typeof OwnRestriction>
export type OwnRestrictionOut = z.input<typeof OwnRestriction>

/** As moderators see it. */
export const Restriction = z.object({
  ...shown,
  user_id: UserIdOut,
  note: z.string(),
  created_by: UserIdOut.nullable(),
  /** Null while it's in effect. */
  ended_at: int.nullable(),
  /** Null if it ended by itself. */
  ended_by: UserIdOut.nullable(),
})
export type Restriction = z.infer<typeof Restriction>
export type RestrictionOut = z.input<typeof Restriction>
