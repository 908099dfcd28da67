import { text } from '#contract'
import { Reaction } from '../../messages/messages/wire.ts'

const { emoji_name, emoji_code, reaction_type } = Reaction.shape

/** Only the name is required, as for reactions. */
export const emojiFields = {
  emoji_name: text({ min: 1, max: 100 }),
  emoji_code: text({ min: 1, max: 100 }).optional(),
  reaction_type: reaction_type.optional(),
}
export const emojiFieldsOut = { emoji_name, emoji_code, reaction_type }
