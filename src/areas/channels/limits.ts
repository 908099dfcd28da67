import { registerConstants } from '../organization/register-constants.ts'

export const maxTopicLength = registerConstants.max_topic_length
/** How long messages of a channel can be kept at most, where they aren't kept forever. */
export const maxRetentionDays = 1_000_000
export const maxWrittenTopicLength = 10_000
export const maxChannelNameLength = registerConstants.max_stream_name_length
export const maxChannelDescriptionLength = registerConstants.max_stream_description_length
