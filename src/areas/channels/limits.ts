import { registerConstants } from '../organization/register-constants.ts'

export const maxTopicLength = registerConstants.max_topic_length
/** Stands before the name of a topic that is settled. */
export const resolvedMark = '✔ '
/** How many characters a topic can have: any topic can be resolved, so the mark of resolved ones doesn't count. */
export const topicLimit = (topic: string): number =>
  maxTopicLength + (topic.startsWith(resolvedMark) ? resolvedMark.length : 0)
/** How long messages of a channel can be kept at most, where they aren't kept forever. */
export const maxRetentionDays = 1_000_000
export const maxWrittenTopicLength = 10_000
export const maxChannelNameLength = registerConstants.max_stream_name_length
export const maxChannelDescriptionLength = registerConstants.max_stream_description_length
