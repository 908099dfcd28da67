import {
  apiError,
  bool,
  endpoint,
  event,
  insufficientPermission,
  int,
  maxLookupLength,
  state,
  text,
  z,
} from '#contract'
import { badPicture, noPicture, pictureTooLarge } from '../../people/organization/errors.ts'
import { tooManyKept } from '../../people/organization/totals.ts'

export const CustomEmoji = z.object({
  /** The `emoji_code` of reactions. */
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  /** The first frame of an animation. */
  still_url: z.string().nullable(),
  /** No longer offered, but still shown where it was used. */
  deactivated: bool,
  author_id: int.nullable(),
})
export type CustomEmoji = z.infer<typeof CustomEmoji>
const byId = z.record(z.string(), CustomEmoji)

export const noSuchEmoji = apiError(404, 'BAD_REQUEST', "Emoji '{name}' does not exist")
export const invalidEmojiName = apiError(
  400,
  'BAD_REQUEST',
  'Emoji names must contain only letters, digits, dashes, underscores and spaces, and begin and end with a letter or digit',
)
export const emojiNameTaken = apiError(400, 'BAD_REQUEST', 'A custom emoji with this name already exists.')
export const builtInEmojiName = apiError(400, 'BAD_REQUEST', 'Only administrators can override default emoji.')

const emoji_name = text({ min: 1, max: maxLookupLength })

export const getCustomEmoji = endpoint('GET /realm/emoji', {
  summary: 'Get all custom emoji, including deactivated ones',
  inChannels: true,
  result: { emoji: byId },
})

export const uploadCustomEmoji = endpoint('POST /realm/emoji/{emoji_name}', {
  summary: 'Add a custom emoji',
  contributes: true,
  audited: true,
  files: true,
  params: { emoji_name },
  errors: [
    insufficientPermission,
    invalidEmojiName,
    emojiNameTaken,
    builtInEmojiName,
    noPicture,
    pictureTooLarge,
    badPicture,
    tooManyKept,
  ],
})

export const deactivateCustomEmoji = endpoint('DELETE /realm/emoji/{emoji_name}', {
  summary: 'Deactivate a custom emoji',
  audited: true,
  params: { emoji_name },
  errors: [noSuchEmoji, insufficientPermission],
})

/** For the view below: all emoji after the change, for clients without the capability. */
const realm_emoji = byId.optional()

export const customEmojiAdded = event('realm_emoji', 'add', { emoji: CustomEmoji, realm_emoji })
export const customEmojiUpdated = event('realm_emoji', 'update_one', {
  emoji_id: z.string(),
  data: CustomEmoji.pick({ deactivated: true }).partial(),
  realm_emoji,
})
/** compat: what clients without the capability `individual_emoji_changes` hear instead (level 491). */
export const customEmojiChanged = event('realm_emoji', 'update', { realm_emoji: byId })

export const customEmojiState = state('realm_emoji', byId)
  .on(customEmojiAdded, (all, { emoji }) => ({ ...all, [emoji.id]: emoji }))
  .on(customEmojiUpdated, (all, { emoji_id, data }) => {
    const emoji = all[emoji_id]
    const { deactivated = emoji?.deactivated ?? false } = data
    return emoji ? { ...all, [emoji_id]: { ...emoji, deactivated } } : all
  })
  .on(customEmojiChanged, (_all, { realm_emoji }) => realm_emoji)
