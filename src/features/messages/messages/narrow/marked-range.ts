import type { MessageId } from '#contract'
import type { Tx } from '#platform/db'
import { Params } from '../access/scope.ts'
import { type MarkedMessages, markedMessages } from '../store/marked-messages.ts'
import { type FoundRange, type Range, rangeOf, wantedFor } from './anchor.ts'
import type { Narrow } from './narrow.ts'
import { methodsFor, sideQuery } from './search-methods.ts'
import { isAmong, isEmpty, sidesOf } from './select.ts'
import { noSteps } from './text-search.ts'

interface MarkedRange extends FoundRange {
  readonly marked: MarkedMessages
}

/**
 * Finds the messages around an anchor with the reader's flags in a single statement, which `read` runs in its own
 * snapshot; tries the next method if the first finds too few. Undefined if this isn't possible: query the IDs first.
 * perf: most requests read the newest messages of a channel or of everything.
 */
export async function findMarkedRange(
  narrow: Narrow,
  range: Range,
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<MarkedRange | undefined> {
  const wanted = wantedFor(range)
  const sides = sidesOf(wanted)
  if (isEmpty(narrow) || sides.length === 0) return undefined
  const methods = methodsFor(narrow)
  for (const [index, method] of methods.entries()) {
    if (method !== 'window' && method !== 'ranges') return undefined
    const params = new Params()
    const found = sides
      .map((side) => `select * from (${sideQuery(narrow, method, side, params, noSteps)}) x`)
      .join(' union all ')
    const marked = await read((tx) => markedMessages(tx, narrow.reader.viewer.id, found, params.values))
    const ids = marked.rows.map(({ id }) => id)
    const before = ids.filter((id) => id < wanted.before.below).reverse()
    const after = ids.filter((id) => id >= wanted.after.from)
    const isEnough = before.length >= wanted.before.limit && after.length >= wanted.after.limit
    if (!isEnough && index < methods.length - 1) continue
    const inRange = rangeOf(range, { before, after, partial: [] })
    const wantedIds = new Set(inRange.ids)
    return { ...inRange, marked: { ...marked, rows: marked.rows.filter(({ id }) => wantedIds.has(id)) } }
  }
  return undefined
}

/** Those of the messages that match the narrow, with the reader's flags. */
export async function markedAmong(tx: Tx, narrow: Narrow, ids: readonly MessageId[]): Promise<MarkedMessages> {
  const params = new Params()
  const found = `select m.id, m.conversation_id, m.xmin as version from message m where ${isAmong(narrow, ids, params)}`
  return markedMessages(tx, narrow.reader.viewer.id, found, params.values)
}
