import type { MessageId } from '#contract'
import type { Tx } from '#platform/db'
import type { Context, JsonBytes } from '#platform/serve'
import type { Narrow } from '../narrow/narrow.ts'
import type { Message } from '../wire.ts'
import { type MessageFormat, readMessages } from './batches.ts'
import type { FetchParams } from './params.ts'
import { plainFormat } from './plain.ts'
import { searchedFormat } from './searched.ts'

type Respond = <R extends object>(rest: R) => Promise<JsonBytes | (R & { messages: Message[] })>

/** Reads a narrow's messages. Call the result after the transaction, with the other fields of the response. */
export function readToRespond(
  ctx: Context,
  tx: Tx,
  narrow: Narrow,
  ids: readonly MessageId[],
  params: FetchParams,
): Promise<Respond> {
  return narrow.searches.length === 0
    ? respondAs(plainFormat(ctx, narrow.reader, params), tx, narrow, ids)
    : respondAs(searchedFormat(ctx, narrow, params), tx, narrow, ids)
}

async function respondAs<B>(
  format: MessageFormat<B>,
  tx: Tx,
  narrow: Narrow,
  ids: readonly MessageId[],
): Promise<Respond> {
  const serialize = await readMessages(tx, format, narrow, ids)
  return async (rest) => format.respond(await serialize(), rest)
}
