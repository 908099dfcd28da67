import { emojiFrom } from '../parts/emoji-character.ts'
import type { SkinTone } from '../store/skin-tone.ts'

/** Matches emoji that Unicode recommends for interchange; undefined in browsers without the `v` flag. */
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

/** An emoji with the skin tone applied to everyone in it, if that exists; otherwise unchanged. */
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
  // in a handshake between two people, the hands have no separate tone
  const candidates = [
    sign.replace(bases, `$1${modifier}`),
    sign.replace(bases, (whole, one: string) => (one === '🤝' ? whole : one + modifier)),
    sign.replace(base, `$1${modifier}`),
  ]
  return candidates.find((one) => recommended.test(one)) ?? sign
}
