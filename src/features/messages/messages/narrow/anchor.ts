import { asMessageId, invalidArgument, type MessageId, missingArgument } from '#contract'
import type { Tx } from '#platform/db'
import type { Reader } from '../access/reader.ts'
import { beyondNewest } from '../api/fetch.ts'
import type { Narrow } from './narrow.ts'
import { resolveNarrow } from './narrow.ts'
import { type Found, findMessages, firstSince, type Wanted } from './select.ts'
import type { Term } from './terms.ts'

export type Anchor = number | 'first_unread' | { since: Date }

interface AnchorParams {
  anchor?: string | undefined
  anchor_date?: string | undefined
  use_first_unread_anchor?: boolean | undefined
}

export function parseAnchor({ anchor, anchor_date, use_first_unread_anchor }: AnchorParams): Anchor {
  // compat: one client sends an anchor along with the older parameter, which takes precedence
  if (use_first_unread_anchor) return 'first_unread'
  if (anchor === undefined) throw missingArgument({ var_name: 'anchor' })
  const value = anchor.replace(/^"(.*)"$/, '$1')
  switch (value) {
    case 'newest':
      return beyondNewest
    case 'oldest':
      return 0
    case 'first_unread':
      return 'first_unread'
    case 'date':
      if (anchor_date === undefined) throw missingArgument({ var_name: 'anchor_date' })
      return { since: parseDate(anchor_date) }
  }
  if (!/^-?\d+$/.test(value))
    throw invalidArgument({}, { name: 'anchor', reason: 'must be a message id, newest, oldest, first_unread or date' })
  return Math.min(Math.max(Number(value), 0), beyondNewest)
}

const date = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** A date, or a date with a time; midnight and UTC by default. */
function parseDate(text: string): Date {
  const [whole, day, time = '00:00', zone = 'Z'] = date.exec(text.trim()) ?? []
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const parsed = new Date(whole ? `${day}T${time}${offset}` : Number.NaN)
  if (Number.isNaN(parsed.getTime()))
    throw invalidArgument({}, { name: 'anchor_date', reason: 'must be a date or a time in ISO 8601' })
  return parsed
}

/** The anchor as an ID; greater than every ID if there's no such message. */
export async function resolveAnchor(
  tx: Tx,
  reader: Reader,
  terms: readonly Term[],
  narrow: Narrow,
  anchor: Anchor,
): Promise<number> {
  if (typeof anchor === 'number') return anchor
  if (anchor !== 'first_unread') return (await firstSince(tx, narrow, anchor.since)) ?? beyondNewest
  const unread = await resolveNarrow(tx, reader, [...terms, { operator: 'is', operand: 'unread', negated: false }])
  return (await findMessages(tx, unread, { after: { from: 0, limit: 1 } })).after[0] ?? beyondNewest
}

export interface Range {
  readonly anchor: number
  readonly before: number
  readonly after: number
  readonly includeAnchor: boolean
}

export interface FoundRange {
  /** Ascending. */
  readonly ids: readonly MessageId[]
  readonly foundAnchor: boolean
  readonly foundNewest: boolean
  readonly foundOldest: boolean
  /** The oldest or newest results were reached, but not all of the history was searched. */
  readonly isLimited: boolean
}

export const findRange = async (tx: Tx, narrow: Narrow, range: Range): Promise<FoundRange> =>
  rangeOf(range, await findMessages(tx, narrow, wantedFor(range)))

const isAtNewest = ({ anchor }: Range): boolean => anchor >= beyondNewest
const isAtOldest = ({ anchor }: Range): boolean => anchor <= 0

/** Asks for one message more than wanted, to know whether there are more. */
export function wantedFor(range: Range): Required<Wanted> {
  const { anchor, before, after, includeAnchor } = range
  return {
    before: { below: anchor, limit: before > 0 && !isAtOldest(range) ? before + 1 : 0 },
    after: {
      from: includeAnchor ? anchor : anchor + 1,
      limit: isAtNewest(range) || (after === 0 && !includeAnchor) ? 0 : after + 2,
    },
  }
}

export function rangeOf(range: Range, found: Found): FoundRange {
  const { anchor, before, after } = range
  const foundAnchor = found.after[0] === anchor
  const later = found.after.slice(foundAnchor ? 1 : 0)
  const foundOldest = isAtOldest(range) || (before > 0 && found.before.length <= before)
  const foundNewest = isAtNewest(range) || (after > 0 && later.length <= after)
  return {
    ids: [
      ...found.before.slice(0, before).reverse(),
      ...(foundAnchor ? [asMessageId(anchor)] : []),
      ...later.slice(0, after),
    ],
    foundAnchor,
    foundNewest,
    foundOldest,
    isLimited: found.partial.some((direction) => (direction === 'before' ? foundOldest : foundNewest)),
  }
}
