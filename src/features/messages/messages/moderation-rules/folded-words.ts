import { isAscii } from '#contract'
import { enclosedStarts, type LookAlikeScript, latin, leet, ligatures, sameShape, similarShape } from './look-alikes.ts'
import { memoized } from './memoized.ts'

const scripts = [
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
] as const

const cyrillicOrGreek = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

/** A word of a text. */
export interface Word {
  /** Without case and accents. */
  readonly plain: string
  /** With look-alikes replaced by Latin letters; undefined if it's unlikely to be a disguise. */
  readonly disguised: string | undefined
  /** The script of its letters, if none of them is Latin. */
  readonly script: LookAlikeScript | undefined
  /** Whether it can't be read as a Latin word. */
  readonly isGenuine: boolean
}

/** Zero-width and other invisible characters, and the Arabic tatweel. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u0640\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/gu
/** Standalone accents, which NFKD would turn into a space with an accent. */
const standaloneAccents = /(?![\^`])[\p{Sk}\u02b9-\u02d7]/gu
/** Marks on Latin, Cyrillic, or Greek letters, or without a letter. In other scripts, marks can be vowels. */
const marks = /(^|[^\p{L}\p{M}]|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{M}+/gu
/** Accents in any script, except the voicing marks of kana, which make different letters. */
const commonMarks = new RegExp(
  `[${['\\u0300-\\u036f', '\\u0591-\\u05c7', '\\u064b-\\u065f', '\\u0670', '\\u1ab0-\\u1ace', '\\u1dc0-\\u1dff', '\\u20d0-\\u20ff', '\\ufe20-\\ufe2f'].join('')}]`,
  'gu',
)
const enclosed = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]|[\u{1f1e6}-\u{1f1ff}]{3,}/gu
const entities = /&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi

const letterOf = (enclosedLetter: string): string => {
  const code = enclosedLetter.codePointAt(0) as number
  const start = enclosedStarts.findLast((first) => code >= first) as number
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
    .replace(standaloneAccents, '-')
    .replaceAll('ϲ', 'c')
    .replaceAll('Ϲ', 'C')
    .replace(enclosed, (letters) => Array.from(letters, letterOf).join(''))
    .normalize('NFKD')
    .replace(marks, '$1')
    .replace(commonMarks, '')
    .normalize('NFC')
}

const variants: ReadonlyMap<string, string> = new Map([...latin, ...ligatures, ['ς', 'σ']])
const variant = new RegExp(`[${[...variants.keys()].join('')}]`, 'gu')

const plainOf = (word: string): string => {
  const lower = word.toLowerCase()
  return isAscii(lower) ? lower : lower.replace(variant, (char) => variants.get(char) ?? char)
}

const leetSigns = new RegExp(`[${[...leet.keys()].join('')}]`, 'g')

/** Spells look-alikes the same way in texts and in the words of rules. */
export function canonical(word: string): string {
  // perf: most words, and other letters are looked up in five tables
  if (isAscii(word)) return word.toLowerCase().replace(leetSigns, (sign) => leet.get(sign) ?? sign)
  return Array.from(word, (char) => {
    const shape = sameShape.cyrillic.get(char) ?? sameShape.greek.get(char) ?? similarShape.get(char)
    const letter = shape ?? latin.get(char.toLowerCase()) ?? ligatures.get(char.toLowerCase()) ?? char.toLowerCase()
    return leet.get(letter) ?? letter
  }).join('')
}

/** Digits and signs used in place of letters. */
const sign = /[0-9@$€!|]/

const ordinary = { disguised: undefined, script: undefined, isGenuine: false } as const

function wordOf(word: string): Word {
  const plain = plainOf(word)
  // perf: most words
  if (!cyrillicOrGreek.test(word) && !sign.test(word)) return { plain, ...ordinary }
  const letters = Array.from(word).filter((char) => /\p{L}/u.test(char))
  const hasLatin = /\p{Script=Latin}/u.test(word)
  const otherScripts = scripts.flatMap(([name, script]) => (script.test(word) ? [name] : []))
  const script = hasLatin ? undefined : otherScripts[0]
  const isMixed = Number(hasLatin) + otherScripts.length > 1
  const looksLatin =
    script && letters.every((char) => sameShape[script].has(char) || (letters.length === 1 && similarShape.has(char)))
  const isDisguised = isMixed || looksLatin || (sign.test(word) && letters.length > 0)
  const isGenuine = script !== undefined && !isMixed && !looksLatin && letters.length > 1
  return { plain, disguised: isDisguised ? canonical(word) : undefined, script, isGenuine }
}

/** A sign that can stand for a letter among single letters, as in `$ p a m`. */
export const isSign = ({ plain }: Word): boolean => /^[0-9@$€]$/.test(plain)

/** Scripts without spaces between words: each letter counts as a word. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}'
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u')
const wordsOf = (signs: string) => {
  const pattern = new RegExp(`[${unspaced}]\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}${signs}])+`, 'gu')
  return (text: string): readonly string[] => text.match(pattern) ?? []
}
const split = wordsOf('')
const splitWithSigns = wordsOf('@$€!|')
type Split = typeof split

/** Words with parts such as `sp-am` joined; undefined if there are none. */
function joined(text: string, splitWords: Split): string[] | undefined {
  let changed = false
  const result = text.split(/\s+/).flatMap((chunk) => {
    const parts = splitWords(chunk)
    if (parts.length < 2 || parts.some((part) => startsUnspaced.test(part))) return parts
    changed = true
    return [parts.join('')]
  })
  return changed ? result : undefined
}

const isOuter = (char: string | undefined) => char === '!' || char === '|'

/** Signs around a word, especially after it, are usually punctuation. */
function withoutOuterSigns(word: string, alsoBefore: boolean): string {
  let [from, to] = [0, word.length]
  while (alsoBefore && isOuter(word[from])) from++
  while (to > from && isOuter(word[to - 1])) to--
  return word.slice(from, to)
}

/** A rule's word or phrase as a list of words. */
export const phraseOf = (phrase: string): readonly string[] => split(normalized(phrase))

export const plainPhrase = (phrase: string): string[] => phraseOf(phrase).map(plainOf)

/** Ways to split a text into words. A Markdown link is also read without its URL. */
export function readings(text: string): Word[][] {
  const readable = normalized(text)
  const texts = readable.includes('](') ? [readable, readable.replace(/\]\([^()\s]*\)/g, '')] : [readable]
  // perf: the lists have most words in common
  const read = memoized(wordOf)
  return texts.flatMap((source) => {
    const lists = [split(source), joined(source, split)]
    if (/[@$€!|]/.test(source))
      for (const list of [splitWithSigns(source), joined(source, splitWithSigns)]) {
        lists.push(list)
        if (list?.some((word) => isOuter(word[0]) || isOuter(word.at(-1))))
          lists.push(...[false, true].map((alsoBefore) => list.map((word) => withoutOuterSigns(word, alsoBefore))))
      }
    return lists.flatMap((list) => (list ? [list.filter((word) => word !== '').map(read)] : []))
  })
}

/** A key that ignores case, accents, spaces, and punctuation. */
export function foldedKey(text: string): string {
  const plain = plainPhrase(text).join(' ')
  return plain === '' ? text.replace(/\s+/g, '') : plain
}
