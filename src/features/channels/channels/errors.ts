import { apiError } from '#contract'

/** The same error for a channel that doesn't exist and for one that the caller can't see. */
export const invalidChannelId = apiError(400, 'BAD_REQUEST', 'Invalid channel ID')
export const noSuchChannelId = apiError(400, 'STREAM_DOES_NOT_EXIST', "Channel with ID '{stream_id}' does not exist")
export const noSuchChannelName = apiError(400, 'STREAM_DOES_NOT_EXIST', "Channel '{stream}' does not exist")
export const cannotAdministerChannel = apiError(
  400,
  'CANNOT_ADMINISTER_CHANNEL',
  'You do not have permission to administer this channel.',
)
export const channelArchived = apiError(400, 'BAD_REQUEST', 'This channel is archived.')
export const channelNameTaken = apiError(400, 'BAD_REQUEST', "Channel '{name}' already exists")
export const invalidChannelName = apiError(400, 'BAD_REQUEST', "Invalid channel name '{stream}'")
export const privateAndWebPublic = apiError(
  400,
  'BAD_REQUEST',
  'Invalid parameters: a channel is either private or web-public',
)
export const historyOfPublicChannels = apiError(
  400,
  'BAD_REQUEST',
  'Invalid parameters: the history of a channel that is not private is open to its subscribers',
)
export const webPublicDisabled = apiError(400, 'BAD_REQUEST', 'Web-public channels are not enabled.')
export const defaultCannotBePrivate = apiError(400, 'BAD_REQUEST', 'Private channels cannot be made default.')
export const noContentAccess = apiError(400, 'BAD_REQUEST', 'You do not have access to the content of this channel.')
export const topicsNotEmpty = apiError(
  400,
  'BAD_REQUEST',
  'Messages of this channel have topics: move or delete them before allowing only the empty topic.',
)
export const moderationChannelPublic = apiError(400, 'BAD_REQUEST', 'A moderation request channel cannot be public.')
export const cannotMakePublicYet = apiError(
  400,
  'BAD_REQUEST',
  "New members can't make a channel public until a moderator has reviewed their first messages.",
)
export const invalidSender = apiError(400, 'BAD_REQUEST', 'Invalid sender ID')
export const cannotPost = apiError(400, 'BAD_REQUEST', 'You do not have permission to post in this channel.')
