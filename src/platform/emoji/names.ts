import names from './emoji.generated.json' with { type: 'json' }

/** `reaction_type` of the public API; the neutral spelling of the last one is accepted in input. */
export type EmojiType = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'

export interface Emoji {
  emoji_name: string
  emoji_code: string
  reaction_type: EmojiType
}

/** Emoji code -> names, canonical first. Codes are lowercase hex without variation selectors. */
export const codeToNames: Readonly<Record<string, readonly string[]>> = names

/** The document at `server_emoji_data_url`. */
export const emojiData = { code_to_names: codeToNames }

/** Built-in emoji that aren't in Unicode; their code is their name. */
export const EXTRA_EMOJI = ['zulip'] as const

const nameToCode = new Map<string, string>()
for (const [code, list] of Object.entries(codeToNames)) for (const name of list) nameToCode.set(name, code)

export const isExtraEmojiType = (type: string): boolean =>
  type === 'zulip_extra_emoji' || type === 'service_extra_emoji'

export const isExtraEmoji = (name: string): boolean => (EXTRA_EMOJI as readonly string[]).includes(name)

export const codeOfName = (name: string): string | undefined => nameToCode.get(name)

export const nameOfCode = (code: string): string | undefined => namesOfCode(code)?.[0]

/** Finds a built-in emoji by any of its names. Custom emoji aren't included. */
export function emojiByName(name: string): Emoji | undefined {
  const code = nameToCode.get(name)
  if (code !== undefined) return { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' }
  if (isExtraEmoji(name)) return { emoji_name: name, emoji_code: name, reaction_type: 'zulip_extra_emoji' }
  return undefined
}

export const isUnicodeEmoji = (name: string, code: string): boolean => namesOfCode(code)?.includes(name) ?? false

/** Own properties only: `constructor` isn't an emoji. */
function namesOfCode(code: string): readonly string[] | undefined {
  return Object.hasOwn(codeToNames, code) ? codeToNames[code] : undefined
}
