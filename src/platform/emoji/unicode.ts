import names from './emoji.generated.json' with { type: 'json' }

const codes: ReadonlySet<string> = new Set(Object.keys(names))

/** A pictograph with optional variation selector, skin tone, and tags. */
const PART = '\\p{Extended_Pictographic}(?:\\p{EMod}|\\ufe0f)*(?:[\\u{e0020}-\\u{e007e}]{1,8}\\u{e007f})?'
/** A keycap, a flag, or pictographs combined with joiners. */
const SEQUENCE = new RegExp(
  `[0-9#*]\\ufe0f?\\u20e3|\\p{RI}\\p{RI}|(?:${PART}|\\p{Emoji_Presentation}\\ufe0f?)(?:\\u200d${PART}){0,8}`,
  'gu',
)

const MODIFIED = /\p{EMod}/u

/** Below U+2300, arrows and letterlike symbols are text (`A ↔ B`) unless a variation selector follows. */
const isTextual = (sequence: string) =>
  sequence.codePointAt(0)! < 0x2300 && !sequence.includes('\ufe0f') && !sequence.includes('\u20e3')

/** Finds whole sequences. One without a name stays text: showing a part of it would change the author's choice. */
export function findUnicodeEmoji(text: string): { start: number; end: number; code: string }[] {
  const found: { start: number; end: number; code: string }[] = []
  for (const match of text.matchAll(SEQUENCE)) {
    const [sequence] = match
    const code = codeOf(sequence)
    if (!codes.has(code) || isTextual(sequence) || MODIFIED.test(sequence)) continue
    found.push({ start: match.index, end: match.index + sequence.length, code })
  }
  return found
}

const codeOf = (sequence: string) =>
  Array.from(sequence.replaceAll('\ufe0f', ''), (char) => char.codePointAt(0)!.toString(16).padStart(4, '0')).join('-')

/** The characters of an emoji code, for plain text; '' if unknown. */
export function unicodeOfCode(code: string): string {
  return codes.has(code) ? String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16))) : ''
}
