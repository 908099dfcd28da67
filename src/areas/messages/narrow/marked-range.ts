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
 * The messages of a narrow around an anchor with what is the reader's own, as one statement, which `read` runs in a view
 * of its own; where the first way finds too few, another one. Undefined where that does not do: the narrow is to be asked
 * for ids first. perf: nearly all of what is read is the newest of a channel, or of all.
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
    const inRange = rangeOf(range, { before, after, isPartial: false })
    const wantedIds = new Set(inRange.ids)
    return { ...inRange, marked: { ...marked, rows: marked.rows.filter(({ id }) => wantedIds.has(id)) } }
  }
  return undefined
}

/** Those of some messages that belong to a narrow, with what is the reader's own. */
export async function markedAmong(tx: Tx, narrow: Narrow, ids: readonly MessageId[]): Promise<MarkedMessages> {
  const params = new Params()
  const found = `select m.id, m.conversation_id, m.xmin as version from message m where ${isAmong(narrow, ids, params)}`
  return markedMessages(tx, narrow.reader.viewer.id, found, params.values)
}
