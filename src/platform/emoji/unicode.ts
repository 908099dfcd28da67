import names from './emoji.generated.json' with { type: 'json' }

const codes: ReadonlySet<string> = new Set(Object.keys(names))
const longest = Math.max(...Array.from(codes, (code) => code.split('-').length))

const VARIATION = 0xfe0f
const isSkinTone = (point: number) => point >= 0x1f3fb && point <= 0x1f3ff
const hex = (point: number) => point.toString(16).padStart(4, '0')

/** Anything below is a letter, digit or sign that also has an emoji form: `©`, `1`. */
const candidate = /[\u203c-\u3299\ud83c-\ud83e]/g

/**
 * Arrows and letter-like signs are text in mathematics (`A ↔ B`) unless a variation selector says otherwise;
 * from U+2300 on they are pictures.
 */
const isTextual = (code: string, point: number, varied: boolean) => point < 0x2300 && !varied && !code.includes('-')

/** Emoji characters in a text, longest sequence first. Skin tones are dropped, as names have none. */
export function findUnicodeEmoji(text: string): { start: number; end: number; code: string }[] {
  const found: { start: number; end: number; code: string }[] = []
  candidate.lastIndex = 0
  for (let m = candidate.exec(text); m; m = candidate.exec(text)) {
    const match = longestAt(text, m.index)
    if (!match) continue
    found.push(match)
    candidate.lastIndex = match.end
  }
  return found
}

function longestAt(text: string, start: number): { start: number; end: number; code: string } | undefined {
  let best: { start: number; end: number; code: string } | undefined
  let key = ''
  let parts = 0
  let pos = start
  while (pos < text.length && parts < longest) {
    const point = text.codePointAt(pos)!
    const after = pos + (point > 0xffff ? 2 : 1)
    if (point === VARIATION || (isSkinTone(point) && parts > 0)) {
      if (best?.end === pos) best.end = after
      pos = after
      continue
    }
    key = parts === 0 ? hex(point) : `${key}-${hex(point)}`
    parts++
    pos = after
    const varied = text.charCodeAt(pos) === VARIATION
    if (codes.has(key) && !isTextual(key, point, varied)) best = { start, end: pos, code: key }
    // Sequences continue with a joiner, a keycap, a second regional letter or a tag; nothing else is worth a look.
    if (!continues(text, pos)) break
  }
  return best
}

function continues(text: string, pos: number): boolean {
  const point = text.codePointAt(pos)
  if (point === undefined) return false
  if (point === VARIATION || point === 0x200d || point === 0x20e3 || isSkinTone(point)) return true
  if (text.charCodeAt(pos - 1) === 0x200d) return true
  return (point >= 0x1f1e6 && point <= 0x1f1ff) || (point >= 0xe0020 && point <= 0xe007f)
}

/** The characters of a code, for plain text. */
export function unicodeOfCode(code: string): string {
  return codes.has(code) ? String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16))) : ''
}
