import { apiError, ChannelId, endpoint, list, maxRecipients, text, z } from '#contract'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { maxWrittenTopicLength } from '../../channels/channels/limits.ts'
import { tooManyKept } from '../../people/organization/totals.ts'
import { invalidUserId } from '../../people/users/errors.ts'
import { Mute } from './wire.ts'

export * from './states.ts'

export const onePlace = apiError(
  400,
  'BAD_REQUEST',
  "Specify one place: a channel with 'stream_id', a topic with 'stream_id' and 'topic', or users with 'user_ids'",
)
export const endsInThePast = apiError(400, 'BAD_REQUEST', 'Invalid until: must be in the future')

/** The last second of the year 9999. */
const latest = 253_402_300_799

const place = {
  stream_id: ChannelId.optional(),
  topic: text({ max: maxWrittenTopicLength }).optional(),
  /** The people of a direct conversation, with or without the caller, in any order. */
  user_ids: list(z.int().brand<'user'>(), { max: maxRecipients }).optional(),
}

export const getMutes = endpoint('GET /mutes', {
  summary: 'Get your temporary mutes and muted direct message conversations',
  caller: 'human',
  result: { mutes: z.array(Mute) },
})

export const mutePlace = endpoint('POST /mutes', {
  summary: 'Mute a channel, topic, or direct message conversation until a time (UNIX seconds), or permanently',
  caller: 'human',
  params: { ...place, until: z.int().nonnegative().max(latest, 'is too far in the future').optional() },
  errors: [onePlace, endsInThePast, invalidChannelId, invalidUserId, tooManyKept],
})

/** Succeeds if it isn't muted, too. A topic gets the policy from before its timed mute. */
export const unmutePlace = endpoint('DELETE /mutes', {
  summary: 'End a mute',
  caller: 'human',
  params: place,
  errors: [onePlace, invalidChannelId, invalidUserId],
})
