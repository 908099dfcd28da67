import type { Tx } from '#platform/db'
import { nearWords } from './near-words.ts'
import { parseSearch, type SearchText, searchFor, type Wanted } from './search-terms.ts'
import { bad, type Term, textOperand } from './terms.ts'
import { withWords } from './word-part.ts'

/** Of all searches of a narrow together: each is looked up among the words of the organization. */
const maxParts = 5
const maxNearWords = 5

/** What each term searches for: parts with the words that they stand in; with `near` also words that are nearly the same. */
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
  let looked = 0
  const resolved = new Map<Term, SearchText>()
  for (const { term, search } of searches) {
    const wanted: Wanted[] = []
    for (const one of search.wanted) {
      if (one.part && !one.negated && !term.negated) wanted.push({ ...one, part: await withWords(tx, orgId, one.part) })
      else if (near && !term.negated && canBeNear(one) && looked++ < maxNearWords)
        wanted.push({ ...one, near: await nearWords(tx, orgId, one.words[0] as string) })
      else wanted.push(one)
    }
    resolved.set(term, searchFor(wanted))
  }
  return resolved
}

const canBeNear = ({ words, negated, part }: Wanted): boolean => words.length === 1 && !negated && !part
