import { apiError, ChannelId, compareTexts, endpoint, event, int, maxLookupLength, state, text, z } from '#contract'
import { tooManyKept } from '../../people/organization/totals.ts'
import { invalidChannelId } from '../channels/errors.ts'
import { maxWrittenTopicLength } from '../channels/limits.ts'
import { channelUpdated } from '../channels/states.ts'

export const policies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const
export type Policy = (typeof policies)[keyof typeof policies]

export const oneChannel = apiError(400, 'BAD_REQUEST', "Please choose one: 'stream' or 'stream_id'.")

export const updateUserTopic = endpoint('POST /user_topics', {
  summary: 'Update the visibility policy of a topic',
  params: {
    stream_id: ChannelId,
    topic: text({ max: maxWrittenTopicLength }),
    visibility_policy: z.literal(Object.values(policies)),
  },
  errors: [invalidChannelId, tooManyKept],
})

export const muteTopic = endpoint('PATCH /users/me/subscriptions/muted_topics', {
  summary: 'Mute or unmute a topic',
  deprecated: true,
  params: {
    stream_id: ChannelId.optional(),
    stream: text({ max: maxLookupLength }).optional(),
    topic: text({ max: maxWrittenTopicLength }),
    op: z.enum(['add', 'remove']),
  },
  errors: [invalidChannelId, oneChannel, tooManyKept],
})

/** `last_updated` in UNIX seconds; topics without a policy aren't listed, and have 0 in events. */
export const UserTopic = z.object({
  stream_id: int,
  topic_name: z.string(),
  last_updated: int,
  visibility_policy: z.literal(Object.values(policies)),
})
export type UserTopic = z.infer<typeof UserTopic>

/** Channel name, topic, UNIX seconds. */
export const MutedTopic = z.tuple([z.string(), z.string(), int])
export type MutedTopic = z.infer<typeof MutedTopic>

export const userTopicChanged = event('user_topic', null, UserTopic.shape)
/** compat: what clients that know only muting are told; the whole list. */
export const mutedTopicsChanged = event('muted_topics', null, { muted_topics: z.array(MutedTopic) })

const key = (topic: string) => topic.toLowerCase()

/** The order of register's lists. */
export const inOrder = (topics: readonly UserTopic[]): UserTopic[] =>
  topics.toSorted((a, b) => a.stream_id - b.stream_id || compareTexts(key(a.topic_name), key(b.topic_name)))

export const userTopics = state('user_topics', z.array(UserTopic), 'user_topic').on(userTopicChanged, (list, event) => {
  const { stream_id, topic_name, last_updated, visibility_policy } = event
  const others = list.filter((one) => one.stream_id !== stream_id || key(one.topic_name) !== key(topic_name))
  if (visibility_policy === policies.none) return others
  return inOrder([...others, { stream_id, topic_name, last_updated, visibility_policy }])
})

export const mutedTopics = state('muted_topics', z.array(MutedTopic))
  .on(mutedTopicsChanged, (_list, event) => event.muted_topics)
  .on(channelUpdated, (list, { name, property, value }) =>
    property === 'name' && typeof value === 'string'
      ? list.map((one): MutedTopic => (one[0] === name ? [value, one[1], one[2]] : one))
      : list,
  )
