import { codeToNames, type Emoji, type EmojiType, emojiByName, isExtraEmoji, isUnicodeEmoji } from '#platform/emoji'
import type { Organization } from '#platform/organization'
import { customEmojiNamed, customEmojiWithId } from '../../../text/custom-emoji/cache.ts'
import type { Reaction } from '../wire.ts'
import * as api from './api.ts'

export interface RequestedEmoji {
  emoji_name: string
  emoji_code?: string | undefined
  reaction_type?: EmojiType | undefined
}

function customEmoji(org: Organization, wanted: { name: string } | { code: string }): Emoji | undefined {
  const found = 'name' in wanted ? customEmojiNamed(org, wanted.name) : customEmojiWithId(org, wanted.code)
  return found && { emoji_name: found.name, emoji_code: found.id, reaction_type: 'realm_emoji' }
}

/** A name is enough; custom emoji override standard ones. Joining a reaction works by code, whatever its name. */
export function resolveEmoji(org: Organization, asked: RequestedEmoji, present: readonly Reaction[]): Emoji {
  const { emoji_name, emoji_code, reaction_type } = asked
  if (emoji_code === undefined) {
    const found = byName(org, emoji_name, reaction_type)
    if (!found) throw api.noSuchEmoji({}, { name: emoji_name })
    return found
  }
  const type = reaction_type ?? typeOf(emoji_code)
  const same = present.find((one) => one.emoji_code === emoji_code && one.reaction_type === type)
  if (same) return { emoji_name: same.emoji_name, emoji_code, reaction_type: type }
  return checked(org, emoji_name, emoji_code, type)
}

function byName(org: Organization, name: string, type: EmojiType | undefined): Emoji | undefined {
  const found = [customEmoji(org, { name }), emojiByName(name)]
  return found.find((one) => one !== undefined && (type === undefined || one.reaction_type === type))
}

function typeOf(code: string): EmojiType {
  if (isExtraEmoji(code)) return 'zulip_extra_emoji'
  return Object.hasOwn(codeToNames, code) ? 'unicode_emoji' : 'realm_emoji'
}

function checked(org: Organization, emoji_name: string, emoji_code: string, reaction_type: EmojiType): Emoji {
  switch (reaction_type) {
    case 'unicode_emoji':
      if (!Object.hasOwn(codeToNames, emoji_code)) throw api.invalidEmojiCode()
      if (!isUnicodeEmoji(emoji_name, emoji_code)) throw api.invalidEmojiName()
      break
    case 'zulip_extra_emoji':
      if (!isExtraEmoji(emoji_code)) throw api.invalidEmojiCode()
      if (emoji_name !== emoji_code) throw api.invalidEmojiName()
      break
    default: {
      const custom = customEmoji(org, { code: emoji_code })
      if (!custom) throw api.invalidEmojiCode()
      if (custom.emoji_name !== emoji_name) throw api.invalidEmojiName()
    }
  }
  return { emoji_name, emoji_code, reaction_type }
}

/** The user's own reaction meant by a code or any of the emoji's names. */
export function findOwnReaction<R extends Reaction>(
  org: Organization,
  own: readonly R[],
  { emoji_name, emoji_code, reaction_type }: Partial<RequestedEmoji>,
): R | undefined {
  const ofType = own.filter((one) => reaction_type === undefined || one.reaction_type === reaction_type)
  if (emoji_code !== undefined) return ofType.find((one) => one.emoji_code === emoji_code)
  if (emoji_name === undefined) throw api.noEmojiGiven()
  const named = byName(org, emoji_name, reaction_type)
  const found = ofType.find(
    (one) =>
      one.emoji_name === emoji_name ||
      (named && one.emoji_code === named.emoji_code && one.reaction_type === named.reaction_type),
  )
  if (!found && !named) throw api.noSuchEmoji({}, { name: emoji_name })
  return found
}
