import { type MessageId, missingArgument, type ParamsOf } from '#contract'
import type { Tx } from '#platform/db'
import { type Context, type Route, serve } from '#platform/serve'
import { Doors, laneOf } from '#platform/turns'
import { readableChannel } from '../../channels/access.ts'
import { shownTopic } from '../../channels/topics.ts'
import { readableMessage } from '../access/readable.ts'
import { readableReach, readerOf } from '../access/reader.ts'
import { beyondEveryId } from '../access/scope.ts'
import * as api from '../api/fetch.ts'
import { beforeLookingUpWords, beforeSearch } from '../due/search-words.ts'
import { maxMessagesPerFetch } from '../limits.ts'
import { findRange, parseAnchor, resolveAnchor } from '../narrow/anchor.ts'
import { type Narrow, resolveNarrow } from '../narrow/narrow.ts'
import { nearWordsIn } from '../narrow/near-words-in.ts'
import { checkOpenNarrow } from '../narrow/open-narrow.ts'
import { isUnheardOf, matchingMessages } from '../narrow/select.ts'
import { parseTerms } from '../narrow/terms.ts'
import { fetchManyMessages, fetchMessages, fewMessages, searchMatches } from '../present/fetched-message.ts'
import { selectFetched } from '../store/fetch.ts'
import { selectTopics } from '../store/fetch-topics.ts'

type FetchParams = ParamsOf<typeof api.getMessages.params>

/** Who fetches more waits for others who do, in turns: else several of them in a row hold up everybody's small questions. */
const mostAtOnce = 1_000
const largeFetches = new Doors({ most: 1 })

export const fetchRoutes: readonly Route[] = [
  serve(api.getMessages, (ctx, params) => {
    if (ctx.viewer.isSpectator) checkOpenNarrow(parseTerms(params.narrow))
    const { num_before = 0, num_after = 0, message_ids } = params
    const fetch = () => (message_ids === undefined ? fetchAround(ctx, params) : fetchByIds(ctx, params, message_ids))
    const count = message_ids?.length ?? num_before + num_after
    return count > mostAtOnce ? largeFetches.through(laneOf(ctx.org.id, ctx.viewer.id), fetch) : fetch()
  }),
  serve(api.matchesNarrow, async (ctx, { msg_ids, narrow: given }) => {
    checkCount(msg_ids.length)
    const terms = parseTerms(given)
    await beforeSearch(ctx.org, terms)
    const reader = await readerOf(ctx)
    return ctx.readAnywhere(async (tx) => {
      const narrow = await resolveNarrow(tx, reader, terms, { shared: true })
      const ids = await matchingMessages(tx, narrow, msg_ids)
      const { rows } = await selectFetched(tx, reader.viewer.id, ids, { raw: false, html: true })
      const matches = await searchMatches(tx, rows, { searches: narrow.searches, emptyTopic: true })
      return { messages: Object.fromEntries(matches) }
    })
  }),
  serve(api.getMessage, async (ctx, { message_id, apply_markdown, allow_empty_topic_name }) => {
    const reader = await readerOf(ctx)
    return ctx.readAnywhere(async (tx) => {
      const { id, content } = await readableMessage(tx, reader, message_id)
      const showing = { applyMarkdown: apply_markdown, emptyTopic: allow_empty_topic_name, searches: [] }
      const [message] = await fetchMessages(tx, reader, [id], showing)
      return { message: message as NonNullable<typeof message>, raw_content: content }
    })
  }),
  serve(api.getChannelTopics, async (ctx, { stream_id, allow_empty_topic_name }) => {
    const reader = await readerOf(ctx)
    const channel = readableChannel(ctx, ctx.viewer, reader.subscriptions, stream_id)
    const reach = readableReach(reader, channel)
    const ranges = reach === 'all' ? undefined : reach.map(([from, below]) => [from, below ?? beyondEveryId] as const)
    const topics = await ctx.readAnywhere((tx) => selectTopics(tx, channel.conversationId, ranges))
    return { topics: topics.map(({ name, max_id }) => ({ name: shownTopic(name, allow_empty_topic_name), max_id })) }
  }),
]

async function fetchAround(ctx: Context, params: FetchParams) {
  const anchor = parseAnchor(params)
  const before = required(params, 'num_before')
  const after = required(params, 'num_after')
  checkCount(before + after)
  const terms = parseTerms(params.narrow)
  await beforeSearch(ctx.org, terms)
  const reader = await readerOf(ctx)

  const find = async (tx: Tx, near: boolean) => {
    const narrow = await resolveNarrow(tx, reader, terms, { near })
    const at = await resolveAnchor(tx, reader, terms, narrow, anchor)
    const range = { anchor: at, before, after, includeAnchor: params.include_anchor ?? true }
    const found = await findRange(tx, narrow, range)
    return { narrow, at, ...found, few: await fewAtOnce(tx, narrow, found.ids, params) }
  }
  const show = async ({ narrow, at, ids, few, ...found }: Awaited<ReturnType<typeof find>>) => ({
    messages: few ?? (await fetchManyMessages((work) => ctx.readAnywhere(work), narrow, ids, showing(params, narrow))),
    anchor: at,
    found_anchor: found.foundAnchor,
    found_newest: found.foundNewest,
    found_oldest: found.foundOldest,
    // compat: clients say of this that older messages cannot be shown
    history_limited: found.isLimited,
  })
  const exact = await ctx.readAnywhere(async (tx) => {
    const found = await find(tx, false)
    const mayBeNear = params.near_words && found.ids.length === 0 && found.narrow.searches.length > 0
    // whoever pages through what was found by near words finds it by the same
    const isAll = found.foundOldest && found.foundNewest && !found.isLimited
    const isNear = mayBeNear && (isAll || (await isUnheardOf(tx, found.narrow)))
    return isNear ? undefined : found
  })
  if (exact) return show(exact)
  await beforeLookingUpWords(ctx.org)
  const near = await ctx.readAnywhere((tx) => find(tx, true))
  const shown = await show(near)
  return { ...shown, near_words: nearWordsIn(shown.messages, near.narrow.searches) }
}

const placing = ['anchor', 'include_anchor', 'use_first_unread_anchor', 'num_before', 'num_after'] as const

async function fetchByIds(ctx: Context, params: FetchParams, messageIds: MessageId[]) {
  const excluded = placing.filter((name) => params[name] !== undefined)
  if (excluded.length > 0) throw api.incompatibleParameters({ parameters: [...excluded, 'message_ids'].join(', ') })
  checkCount(messageIds.length)
  const terms = parseTerms(params.narrow)
  await beforeSearch(ctx.org, terms)
  const reader = await readerOf(ctx)
  const { narrow, ids, few } = await ctx.readAnywhere(async (tx) => {
    const narrow = await resolveNarrow(tx, reader, terms, { shared: true })
    const ids = await matchingMessages(tx, narrow, messageIds)
    return { narrow, ids, few: await fewAtOnce(tx, narrow, ids, params) }
  })
  return {
    messages: few ?? (await fetchManyMessages((work) => ctx.readAnywhere(work), narrow, ids, showing(params, narrow))),
    // a set of messages says nothing of those around it
    found_anchor: false,
    found_newest: false,
    found_oldest: false,
    history_limited: false,
  }
}

/** The messages, in the transaction that has found them; undefined where they are too many for it. */
const fewAtOnce = async (tx: Tx, narrow: Narrow, ids: readonly MessageId[], params: FetchParams) =>
  ids.length > fewMessages ? undefined : fetchMessages(tx, narrow.reader, ids, showing(params, narrow))

const showing = ({ apply_markdown, allow_empty_topic_name }: FetchParams, { searches }: Narrow) => ({
  applyMarkdown: apply_markdown,
  emptyTopic: allow_empty_topic_name,
  searches,
})

function required(params: FetchParams, name: 'num_before' | 'num_after'): number {
  const value = params[name]
  if (value === undefined) throw missingArgument({ var_name: name })
  return value
}

function checkCount(count: number): void {
  if (count > maxMessagesPerFetch) throw api.tooManyMessages()
}
