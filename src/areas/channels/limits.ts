import { registerConstants } from '../organization/register-constants.ts'

export const maxTopicLength = registerConstants.max_topic_length
export const maxWrittenTopicLength = 10_000
export const maxChannelNameLength = registerConstants.max_stream_name_length
export const maxChannelDescriptionLength = registerConstants.max_stream_description_length
