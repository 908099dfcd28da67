import { folded, hasSingleLetters, singleLetters } from '#contract'
import type { Params } from '../access/scope.ts'
import { type JoinedNumbers, joinedNumbers } from './joined-numbers.ts'
import { type ListedWords, partCondition, partInPrepared, type WordPart } from './word-part.ts'

export interface Wanted {
  readonly words: readonly string[]
  readonly negated: boolean
  readonly part?: WordPart
  /** For dates, times, and versions. */
  readonly joined?: JoinedNumbers
  /** Alternative words for fuzzy matching. */
  readonly near?: readonly string[]
}

/** A parsed search: words, "phrases", parts* *of *words*, and -exclusions of any of them. */
export interface SearchText {
  readonly wanted: readonly Wanted[]
  /** At least one item isn't excluded and can be looked up in the index. */
  readonly isPositive: boolean
  /** Several words are required: nearby messages rarely contain them all, and the index returns few. */
  readonly isNarrow: boolean
}

/** Two dashes don't exclude a word: `--force` is an option in a command. */
const item = /(-?)"([^"]*)"?|(-(?!-))?([^\s"]+)/g
const word = /[\p{L}\p{N}\p{M}]+/gu
const starred = /^(\*+)?([\p{L}\p{N}\p{M}]+)(\*+)?$/u
/** Shorter ones match too many words. */
const shortestPart = 3

/** Words as indexed: punctuation separates them, see the migration of the index. */
export const wordsOf = (text: string): string[] => text.match(word) ?? []

export function parseSearch(text: string): SearchText {
  const wanted = [...text.matchAll(item)].flatMap(([, minus, phrase, minusWord, plain]): Wanted[] => {
    const words = wordsOf(phrase ?? plain ?? '')
    if (words.length === 0) return []
    const part = plain === undefined ? undefined : partOf(plain)
    const joined = joinedNumbers(phrase ?? plain ?? '')
    return [{ words, negated: (minus || minusWord) === '-', ...(part ? { part } : {}), ...(joined ? { joined } : {}) }]
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

/** A required item that the index can answer. */
const isNamed = ({ negated, part }: Wanted): boolean => !negated && !(part && part.listed === undefined)

/** A word subject to stop words: the first configuration below drops those. */
const isPlain = ({ words: [one = ''], part, negated, words }: Wanted) =>
  words.length === 1 && !negated && !part && !hasSingleLetters(one)

/** Words to highlight; and parts of words, and of texts without spaces. */
interface SearchMarks {
  readonly words: readonly string[]
  readonly parts: readonly WordPart[]
  /** Letters outside of words; folded. */
  readonly runs: readonly string[]
}

export function marksOf(searches: readonly SearchText[]): SearchMarks {
  const wanted = searches.flatMap((search) => search.wanted).filter(({ negated }) => !negated)
  return {
    words: [
      ...new Set(
        wanted.flatMap(({ words, part, joined, near = [] }) =>
          part ? [] : [...words, ...near, ...(joined?.words ?? [])],
        ),
      ),
    ],
    parts: wanted.flatMap(({ part, joined }) => part ?? joined?.parts ?? []),
    runs: [...new Set(wanted.flatMap(({ words }) => words.flatMap((one) => folded(one).match(singleLetters) ?? [])))],
  }
}

/**
 * The search as a tsquery. Stop words are dropped from single words unless there's nothing else to search for; in
 * phrases and exclusions they count: the first configuration drops them, the second treats them like other words. Parts
 * become the words that contain them, if those are few.
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
    else if (!isPlain(one)) factors.push(`${negated ? '!!' : ''}${phraseQuery(one, params)}`)
  }
  return factors.length === 0 ? `''::tsquery` : factors.map((factor) => `(${factor})`).join(' && ')
}

/** Adjacent words. */
const phraseQuery = ({ words, joined }: Wanted, params: Params): string =>
  joined ? `(${params.add(joined.query)}::tsquery)` : `search_phrase(${params.add(words.join(' '))})`

/** Any of these words or prefixes; without any, a lexeme that no message has. */
function anyWord({ words, beginnings }: ListedWords, params: Params): string {
  const alternatives = `select '(' || plainto_tsquery('loquat', search_text(one))::text || ')' as term
      from unnest(${params.add(words)}::text[]) one where numnode(plainto_tsquery('loquat', search_text(one))) > 0
    union all select quote_literal(one) || ':*' from unnest(${params.add(beginnings)}::text[]) one`
  return `coalesce((select string_agg(term, ' | ')::tsquery from (${alternatives}) alternatives), '''#none'''::tsquery)`
}

/** A condition on whether a file's text matches; undefined for exclusions. */
export function textCondition(one: Wanted, text: string, params: Params): string | undefined {
  const { words, negated, part, near } = one
  if (negated) return
  if (part) return partInPrepared(`${text}.prepared`, part, params)
  if (near) return `${text}.words @@ (select ${anyWord({ words: [...words, ...near], beginnings: [] }, params)})`
  // stop words don't match a file
  const query = isPlain(one)
    ? `plainto_tsquery('english', search_text(${params.add(words.join(' '))}))`
    : phraseQuery(one, params)
  return `${text}.words @@ (select ${query})`
}

/** Needed because the index has only stems, and the word list not all words of a common part. */
export function partsCondition({ wanted }: SearchText, params: Params): string | undefined {
  const conditions = wanted.flatMap(({ part, negated }) =>
    part ? [`${negated ? 'not ' : ''}${partCondition(part, params)}`] : [],
  )
  return conditions.length === 0 ? undefined : conditions.join(' and ')
}

/** The lexemes of message `m`, computed from its text if it isn't indexed yet. */
export const wordsOfMessage = `coalesce(
  (select w.words from message_words w where w.org_id = m.org_id and w.message_id = m.id),
  words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content)
    || case when m.has_attachment then words_of_files(m.id) else '' end)`
