import { emojiNames } from '../store/emoji-names.ts'
import type { Emoji } from './status-text.ts'

/** Skin tones and variation selectors, which emoji names don't include. */
const variants = /[\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f]/gu

/** The server's name for an emoji; undefined if it has none. */
export async function emojiName(emoji: Emoji): Promise<string | undefined> {
  if ('name' in emoji) return emoji.name
  const code = [...emoji.sign.replace(variants, '')].map((one) => one.codePointAt(0)?.toString(16)).join('-')
  return (await emojiNames()).find(([known]) => known === code)?.[1][0]
}
