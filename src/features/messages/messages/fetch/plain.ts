import { type Context, JsonBytes } from '#platform/serve'
import type { Reader } from '../access/reader.ts'
import type { FoundRange, Range } from '../narrow/anchor.ts'
import { findMarkedRange, markedAmong } from '../narrow/marked-range.ts'
import { plainNarrow } from '../narrow/narrow.ts'
import { matchingMessages } from '../narrow/select.ts'
import type { Term } from '../narrow/terms.ts'
import { readToWrite, toWrite, type WrittenMessages } from '../serialize/written-messages.ts'
import { fewMessages, type MessageFormat } from './batches.ts'
import { type FetchParams, showingOf } from './params.ts'

/** Messages without search results, as JSON that is cached for all readers. */
export function plainFormat(ctx: Context, reader: Reader, params: FetchParams): MessageFormat<WrittenMessages> {
  const showing = showingOf(params)
  const spent = chargeTo(ctx)
  return {
    read: (tx, ids) => readToWrite(tx, reader, ids, showing, spent),
    async readBatch(narrow, ids) {
      const marked = await ctx.readOnce((tx) => markedAmong(tx, narrow, ids))
      const write = await toWrite(reader, marked, showing, ctx.readOnce, spent)
      if (write) return write()
      // a message changed between the two reads
      const reread = await ctx.readAnywhere(async (tx) =>
        readToWrite(tx, reader, await matchingMessages(tx, narrow, ids), showing, spent),
      )
      return reread()
    },
    sizeOf: ({ count, bytes }) => ({ messages: count, characters: bytes.length }),
    respond,
  }
}

/**
 * The messages around an ID, found and read with a single statement if all are cached. Undefined if this isn't
 * possible: the narrow needs queries, too many messages are wanted, or one changed before it was read.
 */
export async function fetchInOneStatement(
  ctx: Context,
  reader: Reader,
  terms: readonly Term[],
  range: Range,
  params: FetchParams,
): Promise<{ found: FoundRange; respond: (rest: object) => JsonBytes } | undefined> {
  const narrow = range.before + range.after <= fewMessages ? plainNarrow(reader, terms) : undefined
  const found = narrow && (await findMarkedRange(narrow, range, ctx.readOnce))
  const write = found && (await toWrite(reader, found.marked, showingOf(params), ctx.readOnce, chargeTo(ctx)))
  return write && { found, respond: (rest) => respond([write()], rest) }
}

const chargeTo =
  ({ costAccount }: Context) =>
  (ms: number): void =>
    costAccount?.charge(ms)

const comma = Buffer.from(',')

function respond(batches: readonly WrittenMessages[], rest: object): JsonBytes {
  const written = batches.filter(({ count }) => count > 0)
  return new JsonBytes([
    Buffer.from('"messages":['),
    ...written.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [comma, bytes])),
    Buffer.from(`],${JSON.stringify(rest).slice(1, -1)}`),
  ])
}
