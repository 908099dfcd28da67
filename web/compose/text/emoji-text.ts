import { toned } from '../../emoji/toned.ts'
import { skinTone } from '../../store/skin-tone.ts'

/** An emoji as it stands in a text: by its name, or as the sign where it has the skin tone that one writes in. */
export function emojiText(name: string, sign: string | undefined): string {
  const own = sign === undefined ? undefined : toned(sign, skinTone.value)
  return own === undefined || own === sign ? `:${name}:` : own
}
