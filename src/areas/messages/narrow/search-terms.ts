import type { Params } from '../access/scope.ts'

/** One thing to look for: words that follow each other. */
interface Wanted {
  readonly words: readonly string[]
  readonly negated: boolean
}

/** A search as its user typed it: words, "phrases", and -either of them to be absent. */
export interface SearchText {
  readonly wanted: readonly Wanted[]
  /** Single words, and all the rest, in the database's own syntax: quoted, so that nothing is an operator by accident. */
  readonly words: string
  readonly others: string
  /** Something must be there, as opposed to being absent only. */
  readonly isPositive: boolean
  /** Several words must be there: what is nearest seldom holds them all, and the index names few. */
  readonly isNarrow: boolean
}

const part = /(-?)"([^"]*)"?|(-?)([^\s"]+)/g
const word = /[\p{L}\p{N}\p{M}]+/gu

/** Words as the index holds them: signs separate words, see the migration that made it. */
const wordsOf = (text: string): string[] => text.match(word) ?? []

export function parseSearch(text: string): SearchText {
  const wanted = [...text.matchAll(part)].flatMap(([, minus, phrase, minusWord, plain]): Wanted[] => {
    const words = wordsOf(phrase ?? plain ?? '')
    return words.length === 0 ? [] : [{ words, negated: (minus || minusWord) === '-' }]
  })
  const isWord = ({ words, negated }: Wanted) => words.length === 1 && !negated
  const quoted = (list: readonly Wanted[]) =>
    list.map(({ words, negated }) => `${negated ? '-' : ''}"${words.join(' ')}"`).join(' ')
  return {
    wanted,
    words: quoted(wanted.filter(isWord)),
    others: quoted(wanted.filter((one) => !isWord(one))),
    isPositive: wanted.some(({ negated }) => !negated),
    isNarrow: wanted.filter(({ negated }) => !negated).reduce((count, { words }) => count + words.length, 0) > 1,
  }
}

/** Words to highlight. */
export const highlightedWords = (searches: readonly SearchText[]): string[] => [
  ...new Set(searches.flatMap(({ wanted }) => wanted.flatMap(({ words, negated }) => (negated ? [] : words)))),
]

/**
 * The search as a value of type tsquery. Of single words those that carry little meaning are left out, unless there is
 * nothing else to look for; in phrases, and where they are to be absent, they count: the first configuration knows
 * them, the second takes them as words like others.
 */
export function searchQuery({ words, others }: SearchText, params: Params): string {
  const rest = others === '' ? undefined : `websearch_to_tsquery('loquat', ${params.add(others)})`
  if (words === '') return rest ?? `''::tsquery`
  const place = params.add(words)
  const strict = `websearch_to_tsquery('loquat', ${place})`
  const loose = `websearch_to_tsquery('english', ${place})`
  const some = `case when numnode(${loose}) > 0 then ${loose} else ${strict} end`
  return rest ? `(${some}) && ${rest}` : some
}

/** The words of message `m`; read from its text where the index does not hold them yet. */
export const wordsOfMessage = `coalesce(
  (select w.words from message_words w where w.org_id = m.org_id and w.message_id = m.id),
  words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content))`
