import { int, ToldChannelId, ToldUserId, z } from '#contract'

/**
 * A channel (`stream_id`), a topic of it (`topic_name` too) or a direct conversation (`user_ids`: the others in it,
 * ascending; nobody in that with oneself).
 */
export const MutedPlace = z.object({
  stream_id: ToldChannelId.optional(),
  topic_name: z.string().optional(),
  user_ids: z.array(ToldUserId).optional(),
})
export type MutedPlace = z.infer<typeof MutedPlace>

/** `until` in UNIX seconds; null, of direct conversations only: for good. */
export const Mute = z.object({ ...MutedPlace.shape, until: int.nullable() })
export type Mute = z.infer<typeof Mute>

/** As the server tells them. */
export type ToldPlace = z.input<typeof MutedPlace>
export type ToldMute = z.input<typeof Mute>

/** What tells places apart. */
export const placeKey = ({ stream_id, topic_name, user_ids }: MutedPlace): string =>
  user_ids
    ? `people ${user_ids.join()}`
    : topic_name === undefined
      ? `channel ${stream_id}`
      : `topic ${stream_id} ${topic_name.toLowerCase()}`
