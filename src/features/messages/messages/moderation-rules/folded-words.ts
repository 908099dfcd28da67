import { isAscii } from '#contract'
import { enclosedStarts, latin, ligatures, leet, type LookAlikeScript, sameShape, similarShape } from './look-alikes.ts'

const scripts = [
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
] as const

/** A word of a text. */
export interface Word {
  /** Without case and accents. */
  readonly plain: string
  /** With look-alikes replaced by Latin letters; undefined if that can't be intended. */
  readonly disguised: string | undefined
  /** The script of its letters, if none of them is Latin. */
  readonly script: LookAlikeScript | undefined
}

/** Zero-width and other invisible characters; `\t`, `\n`, and `\r` are visible. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/gu
/** Accents that stand alone, which would become spaces with accents. */
const looseAccents = /(?![\^`])[\p{Sk}\u02b9-\u02d7]/gu
/** Of Latin, Cyrillic, and Greek letters, and of anything but letters; other scripts write vowels as marks. */
const marks = /(^|[^\p{L}\p{M}]|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{M}+/gu
/** Accents of all scripts, except the voicing marks of kana. */
const commonMarks = /(?![\u3099\u309a])[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu
const enclosed = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]|[\u{1f1e6}-\u{1f1ff}]{3,}/gu
const entities = /&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi

const letterOf = (enclosedLetter: string): string => {
  const code = enclosedLetter.codePointAt(0) as number
  const start = enclosedStarts.findLast((one) => code >= one) as number
  return String.fromCharCode(97 + code - start)
}

const decoded = (whole: string, decimal: string | undefined, hex: string | undefined): string => {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

/** Keeps case, which tells look-alikes apart, but removes accents, invisible characters, and typographic variants. */
function normalized(text: string): string {
  const plain = text.includes('&#') ? text.replace(entities, decoded) : text
  // perf: the rest is ten times slower
  if (isAscii(plain)) return plain
  return plain
    .replace(invisible, '')
    .replace(looseAccents, '-')
    .replace(enclosed, (letters) => Array.from(letters, letterOf).join(''))
    .normalize('NFKD')
    .replace(marks, '$1')
    .replace(commonMarks, '')
    .normalize('NFC')
}

const plainOf = (word: string): string => {
  const lower = word.toLowerCase()
  return isAscii(lower)
    ? lower
    : Array.from(lower, (char) => latin.get(char) ?? ligatures.get(char) ?? (char === 'ς' ? 'σ' : char)).join('')
}

/** Applies to words of rules as well, so that both sides are spelled alike. */
export const canonical = (word: string): string =>
  Array.from(word, (char) => {
    const shape = sameShape.cyrillic.get(char) ?? sameShape.greek.get(char) ?? similarShape.get(char)
    const letter = shape ?? latin.get(char.toLowerCase()) ?? ligatures.get(char.toLowerCase()) ?? char.toLowerCase()
    return leet.get(letter) ?? letter
  }).join('')

const signs = /[0-9@$€!|]/
const isOuterSign = (char: string | undefined): boolean => char === '!' || char === '|'

/** Signs around a word are punctuation. */
function withoutOuterSigns(word: string): string {
  let [from, to] = [0, word.length]
  while (isOuterSign(word[from])) from++
  while (to > from && (isOuterSign(word[to - 1]) || word[to - 1] === '@')) to--
  return word.slice(from, to)
}

function wordOf(written: string): Word {
  // perf: most words
  if (/^[A-Za-z]+$/.test(written)) return { plain: written.toLowerCase(), disguised: undefined, script: undefined }
  const word = withoutOuterSigns(written)
  const plain = plainOf(word)
  const hasLatin = /\p{Script=Latin}/u.test(word)
  const [other] = scripts.find(([, script]) => script.test(word)) ?? []
  const script = hasLatin ? undefined : other
  const looksLatin = script && Array.from(word).every((char) => sameShape[script].has(char) || !/\p{L}/u.test(char))
  const isDisguised = (hasLatin && other) || looksLatin || (signs.test(word) && /\p{L}/u.test(word))
  return { plain, disguised: isDisguised ? canonical(word) : undefined, script }
}

/** Scripts without spaces between words: each letter counts as a word. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}'
const single = new RegExp(`^[${unspaced}]`, 'u')
const words = new RegExp(`[${unspaced}]\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const wordsWithSigns = new RegExp(`[${unspaced}]\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}@$€!|])+`, 'gu')

const without = (pattern: RegExp) => (text: string) => text.match(pattern) ?? []
const split = without(words)
const splitWithSigns = without(wordsWithSigns)

/** The shortest run of single letters that reads as one word, as in `s p a m`. */
const minSpaced = 3

/** Words with the letters between two spaces joined, and with single letters joined; undefined if there are none. */
function joined(text: string, splitting: (text: string) => string[]): string[] | undefined {
  const result: string[] = []
  let changed = false
  let letters: string[] = []
  const flush = () => {
    if (letters.length >= minSpaced) {
      result.push(letters.join(''))
      changed = true
    } else result.push(...letters)
    letters = []
  }
  for (const chunk of text.split(/\s+/)) {
    const parts = splitting(chunk)
    const [first] = parts
    if (first === undefined) continue
    const isOne = !parts.some((part) => single.test(part))
    if (isOne && parts.length === 1 && [...first].length === 1) {
      letters.push(first)
      continue
    }
    flush()
    if (isOne && parts.length > 1) {
      result.push(parts.join(''))
      changed = true
    } else result.push(...parts)
  }
  flush()
  return changed ? result : undefined
}

/** A rule's word or phrase as a list of words. */
export const phraseOf = (phrase: string): string[] => split(normalized(phrase))

export const plainPhrase = (phrase: string): string[] => phraseOf(phrase).map(plainOf)

/** Ways to read a text as words. A Markdown link is also read without its address. */
export function readings(text: string): Word[][] {
  const readable = normalized(text)
  const texts = readable.includes('](') ? [readable, readable.replace(/\]\([^()\s]*\)/g, '')] : [readable]
  return texts.flatMap((one) => {
    const found = [split(one), joined(one, split)]
    if (/[@$€!|]/.test(one)) found.push(splitWithSigns(one), joined(one, splitWithSigns))
    return found.flatMap((list) => (list ? [list.map(wordOf).filter(({ plain }) => plain !== '')] : []))
  })
}

/** The same for texts that differ only in case, accents, spaces, and punctuation. */
export function foldedKey(text: string): string {
  const plain = plainPhrase(text).join(' ')
  return plain === '' ? text.replace(/\s+/g, '') : plain
}
