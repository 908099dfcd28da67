import { registerConstants } from '../../people/organization/register-constants.ts'

export const maxTopicLength = registerConstants.max_topic_length
export const resolvedMark = '✔ '
/** Maximum length in characters. Any topic can be resolved, so the prefix of resolved ones doesn't count. */
export const topicLimit = (topic: string): number =>
  maxTopicLength + (topic.startsWith(resolvedMark) ? resolvedMark.length : 0)
/** In days, unless messages are kept forever. */
export const maxRetentionDays = 1_000_000
/** A day. */
export const maxSlowModeSecs = 86_400
export const maxWrittenTopicLength = 10_000
export const maxChannelNameLength = registerConstants.max_stream_name_length
export const maxChannelDescriptionLength = registerConstants.max_stream_description_length
