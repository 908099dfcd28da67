import type { Tx } from '#platform/db'
import type { Context } from '#platform/serve'
import { type Reader, readerOf } from '../access/reader.ts'
import { beforeLookingUpWords, beforeSearch } from '../due/search-words.ts'
import { type Anchor, type FoundRange, findRange, parseAnchor, type Range, resolveAnchor } from '../narrow/anchor.ts'
import { nearWordsIn } from '../narrow/fuzzy-words.ts'
import { type Narrow, resolveNarrow } from '../narrow/narrow.ts'
import { hasNoMatches } from '../narrow/select.ts'
import { parseTerms, type Term } from '../narrow/terms.ts'
import { readMessages } from './batches.ts'
import { checkCount, type FetchParams, required } from './params.ts'
import { fetchInOneStatement } from './plain.ts'
import { readToRespond } from './respond.ts'
import { searchedFormat } from './searched.ts'

interface Request extends Omit<Range, 'anchor'> {
  readonly params: FetchParams
  readonly reader: Reader
  readonly terms: readonly Term[]
  readonly anchor: Anchor
}

/** Tries the cheapest way first: one statement, then a transaction, then a second one for similar words. */
export async function fetchAround(ctx: Context, params: FetchParams) {
  const anchor = parseAnchor(params)
  const before = required(params, 'num_before')
  const after = required(params, 'num_after')
  checkCount(before + after)
  const terms = parseTerms(params.narrow)
  await beforeSearch(ctx.org, terms)
  const reader = await readerOf(ctx)
  const request = { params, reader, terms, anchor, before, after, includeAnchor: params.include_anchor ?? true }
  return (await fetchPlain(ctx, request)) ?? (await fetchExact(ctx, request)) ?? fetchNear(ctx, request)
}

/** Undefined if it takes more than one statement. */
async function fetchPlain(ctx: Context, { params, reader, terms, anchor, ...sides }: Request) {
  if (typeof anchor !== 'number') return undefined
  const fetched = await fetchInOneStatement(ctx, reader, terms, { anchor, ...sides }, params)
  return fetched?.respond(placeOf(anchor, fetched.found))
}

/** Undefined if nothing matches and the client wants similar words then. */
async function fetchExact(ctx: Context, request: Request) {
  const found = await ctx.readAnywhere(async (tx) => {
    const narrow = await resolveNarrow(tx, request.reader, request.terms)
    const { anchor, range } = await findAround(tx, narrow, request)
    if (request.params.near_words && (await isWithoutMatches(tx, narrow, range))) return undefined
    return { place: placeOf(anchor, range), respond: await readToRespond(ctx, tx, narrow, range.ids, request.params) }
  })
  return found?.respond(found.place)
}

async function fetchNear(ctx: Context, request: Request) {
  await beforeLookingUpWords(ctx.org)
  const { place, searches, serialize } = await ctx.readAnywhere(async (tx) => {
    const narrow = await resolveNarrow(tx, request.reader, request.terms, { near: true })
    const { anchor, range } = await findAround(tx, narrow, request)
    const format = searchedFormat(ctx, narrow, request.params)
    const serialize = await readMessages(tx, format, narrow, range.ids)
    return { place: placeOf(anchor, range), searches: narrow.searches, serialize }
  })
  const messages = (await serialize()).flat()
  return { messages, ...place, near_words: nearWordsIn(messages, searches) }
}

async function findAround(tx: Tx, narrow: Narrow, request: Request) {
  const { reader, terms, before, after, includeAnchor } = request
  const anchor = await resolveAnchor(tx, reader, terms, narrow, request.anchor)
  return { anchor, range: await findRange(tx, narrow, { anchor, before, after, includeAnchor }) }
}

/** Looks beyond the range, to keep using fuzzy matching on later pages of a fuzzy result. */
async function isWithoutMatches(tx: Tx, narrow: Narrow, { ids, ...range }: FoundRange): Promise<boolean> {
  if (ids.length > 0 || narrow.searches.length === 0) return false
  const isAll = range.foundOldest && range.foundNewest && !range.isLimited
  return isAll || hasNoMatches(tx, narrow)
}

const placeOf = (anchor: number, found: FoundRange) => ({
  anchor,
  found_anchor: found.foundAnchor,
  found_newest: found.foundNewest,
  found_oldest: found.foundOldest,
  // compat: clients say of this that older messages cannot be shown
  history_limited: found.isLimited,
})
