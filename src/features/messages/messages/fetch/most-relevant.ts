import { invalidArgument } from '#contract'
import type { Tx } from '#platform/db'
import type { Context } from '#platform/serve'
import { readerOf } from '../access/reader.ts'
import { beyondNewest } from '../api/fetch.ts'
import { beforeLookingUpWords, beforeSearch } from '../due/search-words.ts'
import { maxCompared, maxMostRelevant } from '../limits.ts'
import { findRange } from '../narrow/anchor.ts'
import { nearWordsIn } from '../narrow/fuzzy-words.ts'
import { type Narrow, resolveNarrow } from '../narrow/narrow.ts'
import { rankedIds } from '../narrow/relevance.ts'
import { parseTerms } from '../narrow/terms.ts'
import { fetchMessages } from '../serialize/fetched-message.ts'
import { checkRankable, type FetchParams, required, showingOf } from './params.ts'

/** The most relevant matches of a search; if nothing matches, of similar words if the client wants them. */
export async function fetchMostRelevant(ctx: Context, params: FetchParams) {
  checkRankable(params)
  const count = required(params, 'num_before')
  if (count > maxMostRelevant)
    throw invalidArgument({}, { name: 'num_before', reason: `must be at most ${maxMostRelevant}` })
  const terms = parseTerms(params.narrow)
  if (!terms.some(({ operator, negated }) => operator === 'search' && !negated))
    throw invalidArgument({}, { name: 'sort_by', reason: 'must be time for a narrow without a search' })
  await beforeSearch(ctx.org, terms)
  const reader = await readerOf(ctx)

  async function fetch(tx: Tx, narrow: Narrow) {
    const { searches } = narrow
    const range = await findRange(tx, narrow, {
      anchor: beyondNewest,
      before: maxCompared,
      after: 0,
      includeAnchor: false,
    })
    const ids = await rankedIds(tx, searches, range.ids, count)
    const found = await fetchMessages(tx, reader, ids, { ...showingOf(params), searches })
    const byId = new Map(found.map((message) => [message.id, message]))
    return {
      searches,
      messages: ids.flatMap((id) => byId.get(id) ?? []),
      place: {
        found_anchor: false,
        found_newest: true,
        found_oldest: range.foundOldest && range.ids.length <= count,
        history_limited: range.isLimited,
      },
    }
  }

  const exact = await ctx.readAnywhere(async (tx) => fetch(tx, await resolveNarrow(tx, reader, terms)))
  if (exact.messages.length > 0 || !params.near_words) return { messages: exact.messages, ...exact.place }
  await beforeLookingUpWords(ctx.org)
  const near = await ctx.readAnywhere(async (tx) => fetch(tx, await resolveNarrow(tx, reader, terms, { near: true })))
  return { messages: near.messages, ...near.place, near_words: nearWordsIn(near.messages, near.searches) }
}
