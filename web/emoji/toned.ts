import { emojiFrom } from '../parts/emoji-font.ts'
import type { SkinTone } from '../store/skin-tone.ts'

/** What Unicode recommends to be drawn as one sign; undefined in browsers that do not know such sets. */
const recommended = (() => {
  const withSets = 'v'
  try {
    return new RegExp('^\\p{RGI_Emoji}$', withSets)
  } catch {
    return undefined
  }
})()
const base = /(\p{Emoji_Modifier_Base})\u{fe0f}?/u
const bases = /(\p{Emoji_Modifier_Base})\u{fe0f}?/gu
const known = new Map<string, string>()

/** A sign with everybody in it in a skin tone, where there is such a sign; else the sign as it is. */
export function toned(sign: string, tone: SkinTone | undefined): string {
  if (tone === undefined) return sign
  const key = `${tone} ${sign}`
  const found = known.get(key) ?? withTone(sign, emojiFrom(tone))
  known.set(key, found)
  return found
}

function withTone(sign: string, modifier: string): string {
  if (!base.test(sign)) return sign
  if (!recommended) return [...sign.replace('\u{fe0f}', '')].length === 1 ? sign.replace(base, `$1${modifier}`) : sign
  // a handshake between two people has no tone of its own
  const candidates = [
    sign.replace(bases, `$1${modifier}`),
    sign.replace(bases, (whole, one: string) => (one === '🤝' ? whole : one + modifier)),
    sign.replace(base, `$1${modifier}`),
  ]
  return candidates.find((one) => recommended.test(one)) ?? sign
}
