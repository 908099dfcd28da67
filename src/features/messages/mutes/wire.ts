import { ChannelIdOut, int, UserIdOut, z } from '#contract'

/**
 * A channel (`stream_id`), a topic of it (with `topic_name`), or a direct conversation (`user_ids`: the other people,
 * ascending; empty for messages to oneself).
 */
export const MutedPlace = z.object({
  stream_id: ChannelIdOut.optional(),
  topic_name: z.string().optional(),
  user_ids: z.array(UserIdOut).optional(),
})
export type MutedPlace = z.infer<typeof MutedPlace>

/** `until` in UNIX seconds; null means for good, only for direct conversations. */
export const Mute = z.object({ ...MutedPlace.shape, until: int.nullable() })
export type Mute = z.infer<typeof Mute>

export type PlaceOut = z.input<typeof MutedPlace>
export type MuteOut = z.input<typeof Mute>

export const placeKey = ({ stream_id, topic_name, user_ids }: MutedPlace): string =>
  user_ids
    ? `people ${user_ids.join()}`
    : topic_name === undefined
      ? `channel ${stream_id}`
      : `topic ${stream_id} ${topic_name.toLowerCase()}`
