import { folded, hasSingleLetters, singleLetters } from '#contract'
import type { Params } from '../access/scope.ts'
import { type ListedWords, partCondition, partInPrepared, type WordPart } from './word-part.ts'

/** One thing to look for: words that follow each other, or a part of a word. */
export interface Wanted {
  readonly words: readonly string[]
  readonly negated: boolean
  readonly part?: WordPart
  /** Words that count as well: those near to a word that nobody has written. */
  readonly near?: readonly string[]
}

/** A search as its user typed it: words, "phrases", parts* *of *words*, and -any of them to be absent. */
export interface SearchText {
  readonly wanted: readonly Wanted[]
  /** Something must be there that the index can name, as opposed to being absent only. */
  readonly isPositive: boolean
  /** Several words must be there: what is nearest seldom holds them all, and the index names few. */
  readonly isNarrow: boolean
}

const item = /(-?)"([^"]*)"?|(-?)([^\s"]+)/g
const word = /[\p{L}\p{N}\p{M}]+/gu
const starred = /^(\*+)?([\p{L}\p{N}\p{M}]+)(\*+)?$/u
/** Shorter ones stand in too many words. */
const shortestPart = 3

/** Words as the index holds them: signs separate words, see the migration that made it. */
export const wordsOf = (text: string): string[] => text.match(word) ?? []

export function parseSearch(text: string): SearchText {
  const wanted = [...text.matchAll(item)].flatMap(([, minus, phrase, minusWord, plain]): Wanted[] => {
    const words = wordsOf(phrase ?? plain ?? '')
    if (words.length === 0) return []
    const part = plain === undefined ? undefined : partOf(plain)
    return [{ words, negated: (minus || minusWord) === '-', ...(part ? { part } : {}) }]
  })
  return searchFor(wanted)
}

function partOf(plain: string): WordPart | undefined {
  const [, before, core = '', after] = starred.exec(plain) ?? []
  if ((before ?? after) === undefined || hasSingleLetters(core)) return
  const text = folded(core)
  if ([...text].length < shortestPart || wordsOf(text)[0] !== text) return
  return { text, at: before === undefined ? 'start' : after === undefined ? 'end' : 'any' }
}

export function searchFor(wanted: readonly Wanted[]): SearchText {
  const named = wanted.filter(isNamed)
  return {
    wanted,
    isPositive: named.length > 0,
    isNarrow: named.reduce((count, { words }) => count + words.length, 0) > 1,
  }
}

/** Something that must be there, and that the index can be asked for. */
const isNamed = ({ negated, part }: Wanted): boolean => !negated && !(part && part.listed === undefined)

/** A word that counts by its meaning: the first configuration below leaves out those that carry little of it. */
const isPlain = ({ words: [one = ''], part, negated, words }: Wanted) =>
  words.length === 1 && !negated && !part && !hasSingleLetters(one)

/** Words to highlight; and parts of words, and of texts without spaces. */
interface SearchMarks {
  readonly words: readonly string[]
  readonly parts: readonly WordPart[]
  /** Of letters that are not in words; folded. */
  readonly runs: readonly string[]
}

export function marksOf(searches: readonly SearchText[]): SearchMarks {
  const wanted = searches.flatMap((search) => search.wanted).filter(({ negated }) => !negated)
  return {
    words: [...new Set(wanted.flatMap(({ words, part, near = [] }) => (part ? [] : [...words, ...near])))],
    parts: wanted.flatMap(({ part }) => part ?? []),
    runs: [...new Set(wanted.flatMap(({ words }) => words.flatMap((one) => folded(one).match(singleLetters) ?? [])))],
  }
}

/**
 * The search as a value of type tsquery. Of single words those that carry little meaning are left out, unless there is
 * nothing else to look for; in phrases, and where they are to be absent, they count: the first configuration knows
 * them, the second takes them as words like others. Parts are the words that they stand in, as far as these are few.
 */
export function searchQuery({ wanted }: SearchText, params: Params): string {
  const factors: string[] = []
  const plain = wanted.filter((one) => isPlain(one) && !one.near)
  if (plain.length > 0) {
    const place = params.add(plain.map(({ words }) => words[0]).join(' '))
    const strict = `plainto_tsquery('loquat', search_text(${place}))`
    const loose = `plainto_tsquery('english', search_text(${place}))`
    const isAlone = !wanted.some((one) => !plain.includes(one) && isNamed(one))
    factors.push(isAlone ? `case when numnode(${loose}) > 0 then ${loose} else ${strict} end` : loose)
  }
  for (const one of wanted) {
    const { words, negated, part, near } = one
    if (part) {
      if (!negated && part.listed) factors.push(anyWord(part.listed, params))
    } else if (near) factors.push(anyWord({ words: [...words, ...near], beginnings: [] }, params))
    else if (!isPlain(one)) factors.push(`${negated ? '!!' : ''}search_phrase(${params.add(words.join(' '))})`)
  }
  return factors.length === 0 ? `''::tsquery` : factors.map((factor) => `(${factor})`).join(' && ')
}

/** One of some words, or one that begins so; a mark that no message holds where there are none. */
function anyWord({ words, beginnings }: ListedWords, params: Params): string {
  const alternatives = `select '(' || plainto_tsquery('loquat', search_text(one))::text || ')' as term
      from unnest(${params.add(words)}::text[]) one where numnode(plainto_tsquery('loquat', search_text(one))) > 0
    union all select quote_literal(one) || ':*' from unnest(${params.add(beginnings)}::text[]) one`
  return `coalesce((select string_agg(term, ' | ')::tsquery from (${alternatives}) alternatives), '''#none'''::tsquery)`
}

/** Whether a file's text holds what is wanted of a message; undefined for what is to be absent. */
export function textCondition(one: Wanted, text: string, params: Params): string | undefined {
  const { words, negated, part, near } = one
  if (negated) return
  if (part) return partInPrepared(`${text}.prepared`, part, params)
  if (near) return `${text}.words @@ (select ${anyWord({ words: [...words, ...near], beginnings: [] }, params)})`
  const place = params.add(words.join(' '))
  // words that carry little meaning say nothing of a file
  const query = isPlain(one) ? `plainto_tsquery('english', search_text(${place}))` : `search_phrase(${place})`
  return `${text}.words @@ (select ${query})`
}

/** Whether message `m` holds the parts: the index knows words by their stems alone, and not all words of a common part. */
export function partsCondition({ wanted }: SearchText, params: Params): string | undefined {
  const conditions = wanted.flatMap(({ part, negated }) =>
    part ? [`${negated ? 'not ' : ''}${partCondition(part, params)}`] : [],
  )
  return conditions.length === 0 ? undefined : conditions.join(' and ')
}

/** The words of message `m`; read from its text where the index does not hold them yet. */
export const wordsOfMessage = `coalesce(
  (select w.words from message_words w where w.org_id = m.org_id and w.message_id = m.id),
  words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content)
    || case when m.has_attachment then words_of_files(m.id) else '' end)`
