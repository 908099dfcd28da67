/** One thing to look for: words that follow each other. */
interface Wanted {
  readonly words: readonly string[]
  readonly negated: boolean
}

/** A search as its user typed it: words, "phrases", and -either of them to be absent. */
export interface SearchText {
  readonly wanted: readonly Wanted[]
  /** In the database's own syntax, every part quoted, so that nothing in it is an operator by accident. */
  readonly query: string
  /** Something must be there, as opposed to being absent only. */
  readonly isPositive: boolean
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
  return {
    wanted,
    query: wanted.map(({ words, negated }) => `${negated ? '-' : ''}"${words.join(' ')}"`).join(' '),
    isPositive: wanted.some(({ negated }) => !negated),
  }
}

/** Words to highlight. */
export const highlightedWords = (searches: readonly SearchText[]): string[] => [
  ...new Set(searches.flatMap(({ wanted }) => wanted.flatMap(({ words, negated }) => (negated ? [] : words)))),
]

/**
 * The search as a value of type tsquery. Words that carry little meaning count only where a search has no others:
 * the first configuration leaves them out, the second keeps them.
 */
export const searchQuery = (place: string): string =>
  `case when numnode(websearch_to_tsquery('english', ${place})) > 0
     then websearch_to_tsquery('english', ${place}) else websearch_to_tsquery('loquat', ${place}) end`
