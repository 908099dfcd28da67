import { apiError, bool, ChannelIdOut, endpoint, event, int, MessageIdOut, maxLookupLength, text, z } from '#contract'
import { invalidChannelId } from '../../../channels/channels/errors.ts'
import { invalidMessages } from './flags.ts'

export const cannotDelete = apiError(400, 'BAD_REQUEST', "You don't have permission to delete this message")
export const deleteTooLate = apiError(400, 'BAD_REQUEST', 'The time limit for deleting this message has passed')
export const cannotDeleteTopic = apiError(400, 'BAD_REQUEST', "You don't have permission to delete this topic")

/** Deleting another user's message writes an audit log entry. */
export const deleteMessage = endpoint('DELETE /messages/{message_id}', {
  summary: 'Delete a message',
  scope: 'write',
  inChannels: true,
  audited: true,
  params: { message_id: int.brand<'message'>() },
  errors: [invalidMessages, cannotDelete, deleteTooLate],
})

/** Deletes the newest messages first; call again until `complete`. */
export const deleteTopic = endpoint('POST /streams/{stream_id}/delete_topic', {
  summary: 'Delete a topic',
  scope: 'write',
  audited: true,
  params: { stream_id: int.brand<'channel'>(), topic_name: text({ max: maxLookupLength }) },
  result: { complete: bool },
  errors: [invalidChannelId, cannotDeleteTopic],
})

/**
 * Sent to everyone who could see the messages: they were deleted or moved out of sight. Clients that declare
 * `bulk_message_deletion` receive `message_ids`, ascending; others one event with `message_id` for each.
 */
export const messageDeleted = event('delete_message', null, {
  message_ids: z.array(MessageIdOut).optional(),
  message_id: MessageIdOut.optional(),
  message_type: z.enum(['stream', 'private']),
  stream_id: ChannelIdOut.optional(),
  topic: z.string().optional(),
})
