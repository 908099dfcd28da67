import type { MessageId } from '#contract'
import type { Context } from '#platform/serve'
import { readerOf } from '../access/reader.ts'
import { beforeSearch } from '../due/search-words.ts'
import { resolveNarrow } from '../narrow/narrow.ts'
import { matchingMessages } from '../narrow/select.ts'
import { parseTerms } from '../narrow/terms.ts'
import { checkCount, checkNotPlaced, type FetchParams } from './params.ts'
import { readToRespond } from './respond.ts'

export async function fetchByIds(ctx: Context, params: FetchParams, messageIds: readonly MessageId[]) {
  checkNotPlaced(params)
  checkCount(messageIds.length)
  const terms = parseTerms(params.narrow)
  await beforeSearch(ctx.org, terms)
  const reader = await readerOf(ctx)
  const respond = await ctx.readAnywhere(async (tx) => {
    const narrow = await resolveNarrow(tx, reader, terms, { shared: true })
    return readToRespond(ctx, tx, narrow, await matchingMessages(tx, narrow, messageIds), params)
  })
  // fetching by ID says nothing about the surrounding messages
  return respond({ found_anchor: false, found_newest: false, found_oldest: false, history_limited: false })
}
