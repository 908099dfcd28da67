import type { MessageId } from '#contract'
import type { Tx } from '#platform/db'
import type { Context } from '#platform/serve'
import type { Narrow } from '../narrow/narrow.ts'
import { matchingMessages } from '../narrow/select.ts'
import { fetchMessages } from '../serialize/fetched-message.ts'
import type { Message } from '../wire.ts'
import type { MessageFormat } from './batches.ts'
import { type FetchParams, showingOf } from './params.ts'

/** Messages as objects, each with what the narrow's search matched in it. */
export function searchedFormat(
  ctx: Context,
  { reader, searches }: Narrow,
  params: FetchParams,
): MessageFormat<Message[]> {
  const showing = { ...showingOf(params), searches }
  const fetch = (tx: Tx, ids: readonly MessageId[]) => fetchMessages(tx, reader, ids, showing)
  return {
    async read(tx, ids) {
      const messages = await fetch(tx, ids)
      return () => messages
    },
    readBatch: (narrow, ids) => ctx.readAnywhere(async (tx) => fetch(tx, await matchingMessages(tx, narrow, ids))),
    sizeOf: (batch) => ({
      messages: batch.length,
      characters: batch.reduce((sum, message) => sum + lengthOf(message), 0),
    }),
    respond: (batches, rest) => ({ messages: batches.flat(), ...rest }),
  }
}

/** Characters of the fields that can be long. */
function lengthOf({ content, submessages, edit_history = [] }: Message): number {
  let length = content.length
  for (const one of submessages) length += one.content.length
  for (const { prev_content = '', prev_rendered_content = '' } of edit_history)
    length += prev_content.length + prev_rendered_content.length
  return length
}
