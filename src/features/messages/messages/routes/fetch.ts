import { queueKeyOf, Semaphore } from '#platform/fair-queues'
import { type Route, serve } from '#platform/serve'
import { readableChannel } from '../../../channels/channels/access.ts'
import { shownTopic } from '../../../channels/channels/topics.ts'
import { readableMessage } from '../access/readable.ts'
import { readableReach, readerOf } from '../access/reader.ts'
import { beyondEveryId } from '../access/scope.ts'
import * as api from '../api/fetch.ts'
import { beforeSearch } from '../due/search-words.ts'
import { fetchAround } from '../fetch/around.ts'
import { fetchByIds } from '../fetch/by-ids.ts'
import { fetchMostRelevant } from '../fetch/most-relevant.ts'
import { checkCount } from '../fetch/params.ts'
import { resolveNarrow } from '../narrow/narrow.ts'
import { checkOpenNarrow } from '../narrow/open-narrow.ts'
import { matchingMessages } from '../narrow/select.ts'
import { parseTerms } from '../narrow/terms.ts'
import { fetchMessages, searchMatches } from '../serialize/fetched-message.ts'
import { selectFetched } from '../store/fetch.ts'
import { selectTopics } from '../store/fetch-topics.ts'

/** Large fetches run one at a time so they don't starve small ones. */
const maxAtOnce = 1_000
const largeFetches = new Semaphore({ most: 1 })

export const fetchRoutes: readonly Route[] = [
  serve(api.getMessages, (ctx, params) => {
    if (ctx.viewer.isSpectator) checkOpenNarrow(parseTerms(params.narrow))
    const { num_before = 0, num_after = 0, message_ids } = params
    if (params.sort_by === 'relevance') return fetchMostRelevant(ctx, params)
    const fetch = () => (message_ids === undefined ? fetchAround(ctx, params) : fetchByIds(ctx, params, message_ids))
    const count = message_ids?.length ?? num_before + num_after
    return count > maxAtOnce ? largeFetches.through(queueKeyOf(ctx.org.id, ctx.viewer.id), fetch) : fetch()
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
