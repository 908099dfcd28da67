import type { Tx } from '#platform/db'
import { nearWords } from './fuzzy-words.ts'
import { parseSearch, type SearchText, searchFor, type Wanted } from './search-terms.ts'
import { bad, type Term, textOperand } from './terms.ts'
import { type WordPart, withWords } from './word-part.ts'

/** Limits for all searches of a narrow together: each word is looked up in the organization's vocabulary. */
const maxParts = 5
const maxNearWords = 5

/** The search of each term: parts with the words that contain them; with `near`, also similar words. */
export async function resolveSearches(
  tx: Tx,
  orgId: number,
  terms: readonly Term[],
  near: boolean,
): Promise<Map<Term, SearchText>> {
  const searches = terms.flatMap((term) =>
    term.operator === 'search' ? [{ term, search: parseSearch(textOperand(term)) }] : [],
  )
  const parts = searches.reduce((sum, { search }) => sum + search.wanted.filter(({ part }) => part).length, 0)
  if (parts > maxParts) throw bad(`'search' has too many parts of words (limit: ${maxParts})`)
  const positive = searches.flatMap(({ term, search }) => (term.negated ? [] : search.wanted))
  const inParts = positive.filter(({ part, negated }) => part && !negated)
  const slipped = near ? positive.filter(canBeNear).slice(0, maxNearWords) : []
  const partsWithWords = await withWords(
    tx,
    orgId,
    inParts.flatMap(({ part }) => part ?? []),
  )
  const nearOnes = await nearWords(
    tx,
    orgId,
    slipped.map(({ words }) => words[0] as string),
  )
  const found = new Map<Wanted, Wanted>()
  for (const [index, one] of inParts.entries()) found.set(one, { ...one, part: partsWithWords[index] as WordPart })
  for (const [index, one] of slipped.entries()) found.set(one, { ...one, near: nearOnes[index] as string[] })
  return new Map(
    searches.map(({ term, search }) => [term, searchFor(search.wanted.map((one) => found.get(one) ?? one))]),
  )
}

const canBeNear = ({ words, negated, part }: Wanted): boolean => words.length === 1 && !negated && !part
