import { ChannelIdOut, int, UserIdOut, z } from '#contract'

export const topicPlace = { stream_id: ChannelIdOut, topic_name: z.string() }

export const TopicLock = z.object({
  ...topicPlace,
  /** UNIX seconds; null if the topic stays locked until someone unlocks it. */
  until: int.nullable(),
  /** Can be empty. */
  reason: z.string(),
  locked_by: UserIdOut.nullable(),
  locked_at: int,
})
export type TopicLock = z.infer<typeof TopicLock>
export type TopicLockOut = z.input<typeof TopicLock>
