import { apiError, endpoint, MessageId, UserIdOut, z } from '#contract'
import { invalidMessages } from '../api/flags.ts'

export const receiptsTurnedOff = apiError(400, 'BAD_REQUEST', 'Read receipts are disabled in this organization.')

/** Ascending; without the sender, users who hide read receipts, and users who mute the caller or are muted by them. */
export const getReadReceipts = endpoint('GET /messages/{message_id}/read_receipts', {
  summary: 'Get read receipts for a message',
  inChannels: true,
  params: { message_id: MessageId },
  result: { user_ids: z.array(UserIdOut) },
  errors: [invalidMessages, receiptsTurnedOff],
})
