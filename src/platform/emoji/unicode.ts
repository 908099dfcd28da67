import names from './emoji.generated.json' with { type: 'json' }

const codes: ReadonlySet<string> = new Set(Object.keys(names))

/** One picture: a sign with an optional variation selector, skin tone or tags. */
const PART = '\\p{Extended_Pictographic}(?:\\p{EMod}|\\ufe0f)*(?:[\\u{e0020}-\\u{e007e}]{1,8}\\u{e007f})?'
/** A keycap, a flag, or pictures that joiners make one. */
const SEQUENCE = new RegExp(
  `[0-9#*]\\ufe0f?\\u20e3|\\p{RI}\\p{RI}|(?:${PART}|\\p{Emoji_Presentation}\\ufe0f?)(?:\\u200d${PART}){0,8}`,
  'gu',
)

const MODIFIED = /\p{EMod}/u

/**
 * Arrows and letter-like signs are text in mathematics (`A ↔ B`) unless a variation selector says otherwise;
 * from U+2300 on they are pictures.
 */
const isTextual = (sequence: string) =>
  sequence.codePointAt(0)! < 0x2300 && !sequence.includes('\ufe0f') && !sequence.includes('\u20e3')

/**
 * Emoji characters in a text, each sequence whole. A sequence that has no name of its own stays text: no part of it,
 * and nothing without its skin tone, may stand for what the author chose.
 */
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

/** The characters of a code, for plain text. */
export function unicodeOfCode(code: string): string {
  return codes.has(code) ? String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16))) : ''
}
