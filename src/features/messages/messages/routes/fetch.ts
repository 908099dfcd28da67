import { type MessageId, missingArgument, type ParamsOf } from '#contract'
import type { Tx } from '#platform/db'
import { queueKeyOf, Semaphore } from '#platform/fair-queues'
import { type Context, JsonBytes, JsonFields, type Route, serve } from '#platform/serve'
import { readableChannel } from '../../../channels/channels/access.ts'
import { shownTopic } from '../../../channels/channels/topics.ts'
import { readableMessage } from '../access/readable.ts'
import { readableReach, readerOf } from '../access/reader.ts'
import { beyondEveryId } from '../access/scope.ts'
import * as api from '../api/fetch.ts'
import { beforeLookingUpWords, beforeSearch } from '../due/search-words.ts'
import { maxMessagesPerFetch } from '../limits.ts'
import { type FoundRange, findRange, parseAnchor, type Range, resolveAnchor } from '../narrow/anchor.ts'
import { nearWordsIn } from '../narrow/fuzzy-words-in.ts'
import { findMarkedRange, markedAmong } from '../narrow/marked-range.ts'
import { type Narrow, plainNarrow, resolveNarrow } from '../narrow/narrow.ts'
import { checkOpenNarrow } from '../narrow/open-narrow.ts'
import { hasNoMatches, matchingMessages } from '../narrow/select.ts'
import { parseTerms } from '../narrow/terms.ts'
import { fetchMessages, lengthOf, searchMatches } from '../serialize/fetched-message.ts'
import { fewMessages, inPieces } from '../serialize/pieces.ts'
import { readToWrite, toWrite, type WrittenMessages } from '../serialize/written-messages.ts'
import { selectFetched } from '../store/fetch.ts'
import { selectTopics } from '../store/fetch-topics.ts'
import type { Message } from '../wire.ts'

type FetchParams = ParamsOf<typeof api.getMessages.params>

/** Large fetches run one at a time so they don't starve small ones. */
const maxAtOnce = 1_000
const largeFetches = new Semaphore({ most: 1 })

export const fetchRoutes: readonly Route[] = [
  serve(api.getMessages, (ctx, params) => {
    if (ctx.viewer.isSpectator) checkOpenNarrow(parseTerms(params.narrow))
    const { num_before = 0, num_after = 0, message_ids } = params
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

async function fetchAround(ctx: Context, params: FetchParams) {
  const anchor = parseAnchor(params)
  const before = required(params, 'num_before')
  const after = required(params, 'num_after')
  checkCount(before + after)
  const terms = parseTerms(params.narrow)
  await beforeSearch(ctx.org, terms)
  const reader = await readerOf(ctx)

  if (typeof anchor === 'number') {
    const range = { anchor, before, after, includeAnchor: params.include_anchor ?? true }
    const answer = await fetchPlainly(ctx, params, plainNarrow(reader, terms), range)
    if (answer) return answer
  }
  const find = async (tx: Tx, near: boolean) => {
    const narrow = await resolveNarrow(tx, reader, terms, { near })
    const at = await resolveAnchor(tx, reader, terms, narrow, anchor)
    const range = { anchor: at, before, after, includeAnchor: params.include_anchor ?? true }
    const found = await findRange(tx, narrow, range)
    const isFew = found.ids.length <= fewMessages
    return { narrow, at, ...found, few: isFew ? await shown(ctx, tx, narrow, found.ids, params) : undefined }
  }
  const show = async ({ narrow, at, ids, few, ...found }: Awaited<ReturnType<typeof find>>) =>
    answerOf(few ? [few()] : await shownInPieces(ctx, narrow, ids, params), toldOf(at, found))
  const exact = await ctx.readAnywhere(async (tx) => {
    const found = await find(tx, false)
    const mayBeNear = params.near_words && found.ids.length === 0 && found.narrow.searches.length > 0
    // keep using fuzzy matching on later pages of a fuzzy result
    const isAll = found.foundOldest && found.foundNewest && !found.isLimited
    const isNear = mayBeNear && (isAll || (await hasNoMatches(tx, found.narrow)))
    return isNear ? undefined : found
  })
  if (exact) return show(exact)
  await beforeLookingUpWords(ctx.org)
  const near = await ctx.readAnywhere((tx) => find(tx, true))
  const answer = await show(near)
  if (answer instanceof JsonFields) return answer
  return { ...answer, near_words: nearWordsIn(answer.messages, near.narrow.searches) }
}

/** Fetches a few messages with a single statement; undefined if that isn't possible. */
async function fetchPlainly(ctx: Context, params: FetchParams, narrow: Narrow | undefined, range: Range) {
  if (!narrow || range.before + range.after > fewMessages) return undefined
  const found = await findMarkedRange(narrow, range, ctx.readOnce)
  if (!found) return undefined
  const write = await toWrite(narrow.reader, found.marked, showingOf(params), ctx.readOnce, (ms) =>
    ctx.costAccount?.charge(ms),
  )
  return write && answerOf([write()], toldOf(range.anchor, found))
}

const toldOf = (anchor: number, found: Omit<FoundRange, 'ids'>) => ({
  anchor,
  found_anchor: found.foundAnchor,
  found_newest: found.foundNewest,
  found_oldest: found.foundOldest,
  // compat: clients say of this that older messages cannot be shown
  history_limited: found.isLimited,
})

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
    return { narrow, ids, few: ids.length <= fewMessages ? await shown(ctx, tx, narrow, ids, params) : undefined }
  })
  return answerOf(few ? [few()] : await shownInPieces(ctx, narrow, ids, params), {
    // fetching by ID says nothing about the surrounding messages
    found_anchor: false,
    found_newest: false,
    found_oldest: false,
    history_limited: false,
  })
}

/** Serialized messages, or objects if a search adds fields to each. */
type Shown = WrittenMessages | Message[]

/** At most one batch; returns a function that makes the result. */
async function shown(
  { costAccount }: Context,
  tx: Tx,
  { reader, searches }: Narrow,
  ids: readonly MessageId[],
  params: FetchParams,
): Promise<() => Shown> {
  const showing = { ...showingOf(params), searches }
  if (searches.length === 0) return readToWrite(tx, reader, ids, showing, (ms) => costAccount?.charge(ms))
  const messages = await fetchMessages(tx, reader, ids, showing)
  return () => messages
}

const shownInPieces = (ctx: Context, narrow: Narrow, ids: readonly MessageId[], params: FetchParams) =>
  inPieces<Shown>(narrow, ids, {
    async fetch(narrow, some) {
      const write = narrow.searches.length === 0 ? await writtenPlainly(ctx, narrow, some, params) : undefined
      const read = async (tx: Tx) => shown(ctx, tx, narrow, await matchingMessages(tx, narrow, some), params)
      return write?.() ?? (await ctx.readAnywhere(read))()
    },
    sizeOf: (piece) =>
      Array.isArray(piece)
        ? { messages: piece.length, characters: piece.reduce((sum, message) => sum + lengthOf(message), 0) }
        : { messages: piece.count, characters: piece.bytes.length },
  })

/** Undefined if a message changed before it was read. */
async function writtenPlainly(ctx: Context, narrow: Narrow, ids: readonly MessageId[], params: FetchParams) {
  const marked = await ctx.readOnce((tx) => markedAmong(tx, narrow, ids))
  return toWrite(narrow.reader, marked, showingOf(params), ctx.readOnce, (ms) => ctx.costAccount?.charge(ms))
}

const showingOf = ({ apply_markdown, allow_empty_topic_name }: FetchParams) => ({
  applyMarkdown: apply_markdown,
  emptyTopic: allow_empty_topic_name,
})

function answerOf<R extends object>(pieces: readonly Shown[], rest: R): JsonBytes | (R & { messages: Message[] }) {
  const objects = pieces.flatMap((piece) => (Array.isArray(piece) ? piece : []))
  if (pieces.every(Array.isArray)) return { messages: objects, ...rest }
  const written = pieces.flatMap((piece) => (Array.isArray(piece) || piece.count === 0 ? [] : piece.bytes))
  return new JsonBytes([
    Buffer.from('"messages":['),
    ...written.flatMap((bytes, index) => (index === 0 ? [bytes] : [comma, bytes])),
    Buffer.from(`],${JSON.stringify(rest).slice(1, -1)}`),
  ])
}

const comma = Buffer.from(',')

function required(params: FetchParams, name: 'num_before' | 'num_after'): number {
  const value = params[name]
  if (value === undefined) throw missingArgument({ var_name: name })
  return value
}

function checkCount(count: number): void {
  if (count > maxMessagesPerFetch) throw api.tooManyMessages()
}
