import { apiError } from '#contract'

/** The same for a channel that does not exist and for one that the caller may not know of. */
export const invalidChannelId = apiError(400, 'BAD_REQUEST', 'Invalid channel ID')
export const noSuchChannelId = apiError(400, 'STREAM_DOES_NOT_EXIST', "Channel with ID '{stream_id}' does not exist")
export const noSuchChannelName = apiError(400, 'STREAM_DOES_NOT_EXIST', "Channel '{stream}' does not exist")
export const cannotAdministerChannel = apiError(
  400,
  'CANNOT_ADMINISTER_CHANNEL',
  'You do not have permission to administer this channel.',
)
export const channelArchived = apiError(400, 'BAD_REQUEST', 'This channel is archived.')
