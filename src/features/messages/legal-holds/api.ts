import { apiError, ChannelId, ChannelIdOut, endpoint, id, int, text, UserId, UserIdOut, z } from '#contract'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { noSuchUser } from '../../people/users/errors.ts'

export const noSuchHold = apiError(404, 'BAD_REQUEST', 'Legal hold does not exist')
export const heldAlready = apiError(400, 'BAD_REQUEST', 'A legal hold on this already exists')
export const oneOrNone = apiError(400, 'BAD_REQUEST', 'A legal hold applies to one channel, one user, or everything')

/** Covers one channel, one user, or, if both are null, the whole organization. */
export const LegalHold = z.object({
  id: int,
  stream_id: ChannelIdOut.nullable(),
  user_id: UserIdOut.nullable(),
  reason: z.string(),
  creator_id: UserIdOut,
  /** UNIX seconds. */
  date_created: int,
})

export const getLegalHolds = endpoint('GET /legal_holds', {
  summary: 'Get legal holds, oldest first',
  caller: 'owner',
  result: { legal_holds: z.array(LegalHold) },
})

export const addLegalHold = endpoint('POST /legal_holds', {
  summary: "Create a legal hold on everything, a channel, or a user's messages",
  caller: 'owner',
  params: {
    stream_id: ChannelId.optional(),
    user_id: UserId.optional(),
    reason: text({ trim: true, min: 1, max: 1_000 }),
  },
  result: { id: int },
  errors: [invalidChannelId, noSuchUser, heldAlready, oneOrNone],
})

export const removeLegalHold = endpoint('DELETE /legal_holds/{hold_id}', {
  summary: 'End a legal hold; data no longer held is deleted within an hour',
  caller: 'owner',
  params: { hold_id: id },
  errors: [noSuchHold],
})
