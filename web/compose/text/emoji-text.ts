import { toned } from '../../emoji/toned.ts'
import { skinTone } from '../../store/skin-tone.ts'

/** An emoji for text: by name, or as a character if the user's skin tone applies. */
export function emojiText(name: string, sign: string | undefined): string {
  const own = sign === undefined ? undefined : toned(sign, skinTone.value)
  return own === undefined || own === sign ? `:${name}:` : own
}
