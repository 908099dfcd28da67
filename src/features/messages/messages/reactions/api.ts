import { apiError, endpoint, event, MessageId, MessageIdOut, text, UserIdOut, z } from '#contract'
import { tooManyKept } from '../../../people/organization/totals.ts'
import { restrictedErrors } from '../../../people/restrictions/errors.ts'
import { invalidMessages } from '../api/flags.ts'
import { Reaction } from '../wire.ts'

export const reactionExists = apiError(400, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.')
export const noSuchReaction = apiError(400, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
export const noSuchEmoji = apiError(400, 'BAD_REQUEST', "Emoji '{name}' does not exist")
export const invalidEmojiCode = apiError(400, 'BAD_REQUEST', 'Invalid emoji code')
export const invalidEmojiName = apiError(400, 'BAD_REQUEST', 'Invalid emoji name')
export const noEmojiGiven = apiError(
  400,
  'BAD_REQUEST',
  "At least one of 'emoji_name' and 'emoji_code' must be present",
)

const emoji_name = text({ min: 1, max: 100 })
const emoji_code = text({ min: 1, max: 100 }).optional()
const message_id = MessageId
/** The last kind has a neutral alias; responses use the name that clients know. */
const reaction_type = z
  .enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji'])
  .transform((type) => (type === 'service_extra_emoji' ? 'zulip_extra_emoji' : type))
  .optional()

export const addReaction = endpoint('POST /messages/{message_id}/reactions', {
  summary: 'Add an emoji reaction',
  inChannels: true,
  params: { message_id, emoji_name, emoji_code, reaction_type },
  errors: [
    ...restrictedErrors,
    invalidMessages,
    reactionExists,
    noSuchEmoji,
    invalidEmojiCode,
    invalidEmojiName,
    tooManyKept,
  ],
})

export const removeReaction = endpoint('DELETE /messages/{message_id}/reactions', {
  summary: 'Remove an emoji reaction',
  inChannels: true,
  params: { message_id, emoji_name: emoji_name.optional(), emoji_code, reaction_type },
  errors: [invalidMessages, noSuchReaction, noSuchEmoji, noEmojiGiven],
})

const change = {
  message_id: MessageIdOut,
  ...Reaction.shape,
  /** compat: the older form of `user_id`, which one client still needs. */
  user: z.object({ user_id: UserIdOut, email: z.string(), full_name: z.string() }),
}
export const reactionAdded = event('reaction', 'add', change)
export const reactionRemoved = event('reaction', 'remove', change)
