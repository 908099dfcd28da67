import type { Tx } from '#platform/db'
import { existingReadableMessages, type ReadableMessage } from '../access/readable.ts'
import type { Reader } from '../access/reader.ts'
import { type Scope, type ScopeKind, type Sql, scopeOf } from '../access/scope.ts'
import { type Criterion, criterion, type Lead, type Resolving } from './criteria.ts'
import type { SearchText } from './search-terms.ts'
import { resolveSearches } from './searches.ts'
import { bad, idOperand, type Term } from './terms.ts'

interface Condition {
  readonly sql: Sql
  /** The access path that implies this condition. */
  readonly lead: Lead | undefined
}

/** A resolved narrow for one reader: never more than they can open by ID. */
export interface Narrow {
  readonly reader: Reader
  readonly scope: Scope
  readonly conditions: readonly Condition[]
  readonly searches: readonly SearchText[]
}

/** Without a channel term, only received messages; `shared` adds all readable ones, for messages given by ID. */
export async function resolveNarrow(
  tx: Tx,
  reader: Reader,
  terms: readonly Term[],
  { shared = false, near = false }: { shared?: boolean; near?: boolean } = {},
): Promise<Narrow> {
  const { kept, withMessage } = await resolveWith(tx, reader, terms)
  const searches = await resolveSearches(tx, reader.org.id, kept, near)
  return combine(reader, criteriaOf(reader, kept, { withMessage, searches }), shared)
}

function criteriaOf(
  reader: Reader,
  terms: readonly Term[],
  found: Pick<Resolving, 'withMessage' | 'searches'> = { withMessage: undefined, searches: new Map() },
): Signed[] {
  if (terms.length === 0) return []
  const resolving = { reader, received: scopeOf(reader, 'received'), current: scopeOf(reader, 'current'), ...found }
  return terms.map((term) => ({ ...criterion(term, resolving), negated: term.negated }))
}

/** {@link resolveNarrow} without the database; undefined if it needs queries. */
export function plainNarrow(reader: Reader, terms: readonly Term[]): Narrow | undefined {
  if (terms.some(({ operator }) => operator === 'with' || operator === 'search')) return undefined
  return combine(reader, criteriaOf(reader, terms), false)
}

type Signed = Criterion & { negated: boolean }

function combine(reader: Reader, criteria: readonly Signed[], shared: boolean): Narrow {
  const isUnread = criteria.some(({ lead, negated }) => lead?.by === 'unread' && !negated)
  const isShared = shared || criteria.some((one) => one.isShared && !one.negated)
  const kind: ScopeKind = isUnread ? 'current' : isShared ? 'readable' : 'received'
  const base = scopeOf(reader, kind, (channel) =>
    criteria.every(({ channels, directs, negated }) => {
      if (channels) return channels.fits(channel) !== negated
      return directs ? negated : true
    }),
  )
  const directs = criteria.every(({ channels, negated }) => !channels || channels.directs !== negated)
    ? criteria.flatMap(({ directs, negated }): Sql[] =>
        directs ? [negated ? (params) => `not ${directs(params)}` : directs] : [],
      )
    : false
  return {
    reader,
    scope: { ...base, directs: base.directs && directs },
    conditions: criteria.flatMap(({ messages, exactly, lead, negated }): Condition[] => {
      if (!messages) return []
      if (!negated) return [{ sql: messages, lead }, ...(exactly ? [{ sql: exactly, lead: undefined }] : [])]
      const all: Sql = exactly ? (params) => `(${messages(params)} and ${exactly(params)})` : messages
      return [{ sql: (params) => `not ${all(params)}`, lead: undefined }]
    }),
    searches: criteria.flatMap(({ lead, negated }) => (lead?.by === 'search' && !negated ? [lead.search] : [])),
  }
}

/** Operators that `with` overrides. */
const placing = new Set<Term['operator']>(['channel', 'topic', 'dm'])

/** A link has a message ID, to follow moved topics; if that message isn't readable, the names decide. */
async function resolveWith(
  tx: Tx,
  reader: Reader,
  terms: readonly Term[],
): Promise<{ kept: readonly Term[]; withMessage: ReadableMessage | undefined }> {
  const term = terms.find(({ operator }) => operator === 'with')
  if (!term) return { kept: terms, withMessage: undefined }
  if (term.negated) throw bad(`'with' cannot be negated`)
  if (terms.some((one) => one.operator === 'with' && one !== term)) throw bad(`'with' can be given only once`)
  const [withMessage] = await existingReadableMessages(tx, reader, [idOperand(term)])
  const others = terms.filter((one) => one !== term)
  if (withMessage) return { kept: [...others.filter(({ operator }) => !placing.has(operator)), term], withMessage }
  const named = new Set(others.flatMap(({ operator, negated }) => (negated ? [] : [operator])))
  if (!named.has('dm') && !(named.has('channel') && named.has('topic'))) throw bad(`invalid 'with' operand`)
  return { kept: others, withMessage }
}
