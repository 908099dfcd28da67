import { ChannelId, ChannelIdOut, GroupId, GroupIdOut, list, text, z } from '#contract'
import { maxTopicLength } from '../../../channels/channels/limits.ts'
import { QuietSpan } from '../../../people/quiet-times/wire.ts'
import { timeZone } from '../../../people/users/input.ts'
import { maxComparedLength, maxConditions, maxFieldLength, maxTriggerWordLength, maxTriggerWords } from '../limits.ts'
import { topicMatches } from '../triggers/message-input.ts'

/** Whether the person is a member of the group, directly or through a subgroup. */
const GroupCondition = z.object({
  kind: z.literal('group'),
  group_id: GroupId,
  /** False to require that the person isn't a member. */
  is_member: z.boolean().default(true),
})
const GroupConditionOut = z.object({ kind: z.literal('group'), group_id: GroupIdOut, is_member: z.boolean() })

/** The message contains at least one of these words or phrases, ignoring case and accents. */
const WordsCondition = z.object({
  kind: z.literal('words'),
  words: list(text({ trim: true, min: 1, max: maxTriggerWordLength }), { min: 1, max: maxTriggerWords }),
})
const WordsConditionOut = z.object({ kind: z.literal('words'), words: z.array(z.string()) })

/** It happened in this channel. */
const ChannelCondition = z.object({ kind: z.literal('channel'), stream_id: ChannelId })
const ChannelConditionOut = z.object({ kind: z.literal('channel'), stream_id: ChannelIdOut })

/** It happened in this topic, ignoring case and the resolved-topic prefix. */
const TopicCondition = z.object({
  kind: z.literal('topic'),
  topic: text({ trim: true, max: maxTopicLength }),
  topic_match: z.enum(topicMatches).default('is'),
})
const TopicConditionOut = z.object({
  kind: z.literal('topic'),
  topic: z.string(),
  topic_match: z.enum(topicMatches),
})

/** From `from` until `to` on these weekdays (1 is Monday, 7 is Sunday); equal times mean the whole day. */
const HoursCondition = z.object({ kind: z.literal('hours'), ...QuietSpan.shape, timezone: timeZone })
const HoursConditionOut = z.object({
  kind: z.literal('hours'),
  weekdays: z.array(z.int()),
  from: z.string(),
  to: z.string(),
  timezone: z.string(),
})

/** The topic is resolved, or isn't. */
const ResolvedCondition = z.object({
  kind: z.literal('topic_resolved'),
  /** False to require that the topic isn't resolved. */
  is_resolved: z.boolean().default(true),
})
const ResolvedConditionOut = z.object({ kind: z.literal('topic_resolved'), is_resolved: z.boolean() })

/** A placeholder's value is this text, ignoring case and accents. Only for the step `stop_unless`. */
const FieldCondition = z.object({
  kind: z.literal('field'),
  /** The placeholder without braces, such as `webhook.build.status` or `form.urgency`. */
  field: text({ trim: true, min: 1, max: maxFieldLength }),
  value: text({ trim: true, max: maxComparedLength }),
  /** False to require another value, or none. */
  is_equal: z.boolean().default(true),
})
const FieldConditionOut = z.object({
  kind: z.literal('field'),
  field: z.string(),
  value: z.string(),
  is_equal: z.boolean(),
})

/** The person hasn't started this automation before. */
const FirstTimeCondition = z.object({ kind: z.literal('first_time') })

export const Condition = z.discriminatedUnion('kind', [
  GroupCondition,
  WordsCondition,
  ChannelCondition,
  TopicCondition,
  ResolvedCondition,
  HoursCondition,
  FirstTimeCondition,
  FieldCondition,
])
export type Condition = z.output<typeof Condition>
export type ConditionKind = Condition['kind']

/** A run starts only if all of them hold. */
export const Conditions = list(Condition, { max: maxConditions })

export const ConditionOut = z.discriminatedUnion('kind', [
  GroupConditionOut,
  WordsConditionOut,
  ChannelConditionOut,
  TopicConditionOut,
  ResolvedConditionOut,
  HoursConditionOut,
  FirstTimeCondition,
  FieldConditionOut,
])
export type StoredCondition = z.input<typeof ConditionOut>
