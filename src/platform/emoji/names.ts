import names from './emoji.generated.json' with { type: 'json' }

/** What the API calls `reaction_type`; the neutral spelling of the last one is accepted on input. */
export type EmojiType = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'

export interface Emoji {
  emoji_name: string
  emoji_code: string
  reaction_type: EmojiType
}

/** Emoji code -> names, canonical first. Codes are lower-case hex without variation selectors. */
export const codeToNames: Readonly<Record<string, readonly string[]>> = names

/** The document that `server_emoji_data_url` points to. */
export const emojiData = { code_to_names: codeToNames }

/** Built-in emoji that are no Unicode characters; their code is their name. */
export const EXTRA_EMOJI = ['zulip'] as const

const nameToCode = new Map<string, string>()
for (const [code, list] of Object.entries(codeToNames)) for (const name of list) nameToCode.set(name, code)

export const isExtraEmojiType = (type: string): boolean =>
  type === 'zulip_extra_emoji' || type === 'service_extra_emoji'

export const isExtraEmoji = (name: string): boolean => (EXTRA_EMOJI as readonly string[]).includes(name)

export const codeOfName = (name: string): string | undefined => nameToCode.get(name)

/** The canonical name of an emoji code. */
export const nameOfCode = (code: string): string | undefined => namesOfCode(code)?.[0]

/** A built-in emoji by any of its names; custom emoji of an organization are not known here. */
export function emojiByName(name: string): Emoji | undefined {
  const code = nameToCode.get(name)
  if (code !== undefined) return { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' }
  if (isExtraEmoji(name)) return { emoji_name: name, emoji_code: name, reaction_type: 'zulip_extra_emoji' }
  return undefined
}

/** Whether the name is one of the names of this code. */
export const isUnicodeEmoji = (name: string, code: string): boolean => namesOfCode(code)?.includes(name) ?? false

/** An own-property look-up: `constructor` is no emoji. */
function namesOfCode(code: string): readonly string[] | undefined {
  return Object.hasOwn(codeToNames, code) ? codeToNames[code] : undefined
}
