import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, type Row, raw, type Tx } from '#platform/db'
import { type ReactionTuple, reactionList, reactionsIn, type StoredReaction } from '../reactions/store.ts'
import type { StoredSubmessage } from '../submessages/store.ts'
import { submessageList, submessagesIn } from '../submessages/store.ts'
import type { EditHistoryEntry } from '../wire.ts'
import { rowsOf } from './rows-of-messages.ts'

type StoredMessage = Row<'message'>

export const columns = [
  'id',
  'org_id',
  'conversation_id',
  'sender_id',
  'client',
  'topic',
  'content',
  'rendered_content',
  'renderer_version',
  'sent_at',
  'sender_read',
  'is_me_message',
  'has_link',
  'has_image',
  'has_attachment',
  'channel_wildcard',
  'topic_wildcard',
  'last_edited_at',
  'last_moved_at',
  'edit_history',
] as const satisfies (keyof StoredMessage)[]

/** Messages of an organization by ID, ascending, with the members of direct conversations. */
export const selectPlaced = (
  tx: Tx,
  orgId: number,
  ids: readonly MessageId[],
): Promise<(StoredMessage & { member_ids: UserId[] | null })[]> =>
  tx
    .selectFrom('message as m')
    .innerJoin('conversation as c', 'c.id', 'm.conversation_id')
    .select(columns.map((column) => `m.${column}` as const))
    .select('c.member_ids')
    .where('m.org_id', '=', orgId)
    .where('m.id', '=', anyOf(ids))
    .orderBy('m.id')
    .execute()

export interface StoredFacts {
  id: MessageId
  conversation_id: ConversationId
  sender_id: UserId
  client: string
  topic: string
  content: string
  /** The HTML, if requested. */
  rendered_content: string
  timestamp: number
  sender_read: boolean
  is_me_message: boolean
  channel_wildcard: boolean
  last_edited: number | null
  last_moved: number | null
  edit_history: EditHistoryEntry[] | null
}

export interface Marks {
  mentioned: boolean
  topic_wildcard_mentioned: boolean
  has_alert_word: boolean
  starred: boolean
  collapsed: boolean
  hide_link_previews: boolean
}

/** The data that flags depend on besides {@link Marks}. */
export type Flagged = Pick<StoredFacts, 'id' | 'conversation_id' | 'sender_id' | 'sender_read' | 'channel_wildcard'>

export type FetchedRow = StoredFacts & Marks

/** The requested texts; the others are empty. */
export interface Texts {
  readonly raw: boolean
  readonly html: boolean
}

const epoch = (column: string) => `floor(extract(epoch from ${column}))::bigint`
const flag = (condition: string) => `coalesce(${condition}, false)`
// perf: times as numbers, and only one of the two texts, make a long list a third cheaper
const storedColumns = ({ raw, html }: Texts) => `
  m.id, m.conversation_id, m.sender_id, m.client, m.topic, ${raw ? 'm.content' : `''`} as content,
  ${html ? 'm.rendered_content' : `''`} as rendered_content,
  ${epoch('m.sent_at')} as timestamp, m.sender_read, m.is_me_message, m.channel_wildcard,
  ${epoch('m.last_edited_at')} as last_edited, ${epoch('m.last_moved_at')} as last_moved, m.edit_history`
const markColumns = `
  ${flag('f.mentioned or f.group_mentioned')} as mentioned,
  ${flag('f.topic_wildcard_mentioned')} as topic_wildcard_mentioned, ${flag('f.has_alert_word')} as has_alert_word,
  ${flag('f.starred')} as starred, ${flag('f.collapsed')} as collapsed,
  ${flag('f.hide_link_previews')} as hide_link_previews`
const withMarks =
  'left join message_flag f on f.user_id = $2 and f.message_id = m.id and f.message_id = any($1::bigint[])'

const storedNames = [
  'id',
  'conversation_id',
  'sender_id',
  'client',
  'topic',
  'content',
  'rendered_content',
  'timestamp',
  'sender_read',
  'is_me_message',
  'channel_wildcard',
  'last_edited',
  'last_moved',
  'edit_history',
] as const satisfies (keyof StoredFacts)[]

const markNames = [
  'mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'starred',
  'collapsed',
  'hide_link_previews',
] as const satisfies (keyof Marks)[]

const fetchedNames = [...storedNames, ...markNames]
const factNames = [...storedNames, 'version']

/** As a JSON list ordered by ID. */
const listOf = (names: readonly string[]) =>
  `json_agg(json_build_array(${names.map((name) => `x.${name}`).join(', ')}) order by x.id)`

interface FetchedConversation {
  member_ids: UserId[] | null
  /** The read ranges of the messages, ascending, each with an exclusive end. */
  read: [from: number, below: number][]
}

export interface Surroundings {
  /** By message. */
  readonly reactions: ReadonlyMap<MessageId, StoredReaction[]>
  /** By message. */
  readonly submessages: ReadonlyMap<MessageId, StoredSubmessage[]>
  /** The messages' conversations by ID; may leave out channels where nothing is read. */
  readonly conversations: ReadonlyMap<ConversationId, FetchedConversation>
}

export interface Fetched extends Surroundings {
  /** Ascending. */
  readonly rows: readonly FetchedRow[]
}

export interface FoundSurroundings {
  reactions: ReactionTuple[] | null
  submessages: StoredSubmessage[] | null
  /** For direct conversations. */
  members: [id: ConversationId, memberIds: UserId[]][] | null
  reads: [id: ConversationId, read: string][] | null
}

export const nothingAround: Surroundings = { reactions: new Map(), submessages: new Map(), conversations: new Map() }

/**
 * For a user's messages with IDs from `from` up to but excluding `below`: `reactions` and `submessages` are their rows,
 * and `conversations` lists each of their conversations at least once.
 */
export const surroundings = (
  of: Record<'reactions' | 'submessages' | 'from' | 'below' | 'user' | 'conversations', string>,
): string => `
  ${reactionList(of.reactions)} as reactions, ${submessageList(of.submessages)} as submessages, (
    select json_agg(json_build_array(c.id, c.member_ids)) from conversation c
    where c.id = any(${of.conversations}) and c.member_ids is not null) as members, (
    select json_agg(json_build_array(r.conversation_id, (r.read * int8multirange(int8range(${of.from}, ${of.below})))::text))
    from read_state r
    where r.user_id = any(array[${of.user}]) and r.conversation_id = any(${of.conversations})) as reads`

export function surroundingsIn(found: FoundSurroundings | undefined): Surroundings {
  const members = new Map(found?.members)
  const reads = new Map(found?.reads)
  const ids = new Set([...members.keys(), ...reads.keys()])
  return {
    reactions: reactionsIn(found?.reactions ?? null),
    submessages: submessagesIn(found?.submessages ?? null),
    conversations: new Map(
      [...ids].map((id) => [id, { member_ids: members.get(id) ?? null, read: rangesOf(reads.get(id) ?? '') }]),
    ),
  }
}

const boundsOf = (ids: readonly MessageId[]) => [Math.min(...ids), Math.max(...ids) + 1]

/** Messages by ID with one user's flags, attached data, and conversations, in one statement. */
export async function selectFetched(tx: Tx, userId: UserId, ids: readonly MessageId[], texts: Texts): Promise<Fetched> {
  if (ids.length === 0) return { rows: [], ...nothingAround }
  const [found] = await raw<FoundSurroundings & { rows: unknown[][] | null }>(
    tx,
    // perf: JSON texts; parsing one costs a third of reading so many columns of so many rows. Ranges are searched here;
    // the database would unpack them again for each message
    `select (
       select ${listOf(fetchedNames)} from (
         select ${storedColumns(texts)}, ${markColumns} from message m ${withMarks} where m.id = any($1::bigint[])) x) as rows,
     ${surroundings({
       reactions: rowsOf('reaction', '$1::bigint[]'),
       submessages: rowsOf('submessage', '$1::bigint[]'),
       from: '$3',
       below: '$4',
       user: '$2',
       conversations: 'placed.ids',
     })}
     from (select array(select conversation_id from message where id = any($1::bigint[])) as ids offset 0) placed`,
    [ids, userId, ...boundsOf(ids)],
  )
  return { rows: (found?.rows ?? []).map((values) => named(fetchedNames, values)), ...surroundingsIn(found) }
}

/** Messages by ID, ascending, without user-specific data, with their row versions. */
export async function selectFacts(
  tx: Tx,
  ids: readonly MessageId[],
  texts: Texts,
): Promise<(StoredFacts & { version: number })[]> {
  const [found] = await raw<{ rows: unknown[][] | null }>(
    tx,
    // perf: as above
    `select ${listOf(factNames)} as rows
     from (select ${storedColumns(texts)}, m.xmin::text::bigint as version from message m where m.id = any($1::bigint[])) x`,
    [ids],
  )
  return (found?.rows ?? []).map((values) => named(factNames, values))
}

function named<R>(names: readonly string[], values: readonly unknown[]): R {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index]
  return row as R
}

const rangesOf = (text: string): [number, number][] =>
  [...text.matchAll(/\b(\d+),(\d+)/g)].map(([, from, below]) => [Number(from), Number(below)])

/** Whether an ID is in one of these ascending ranges. */
export function isIn(ranges: readonly (readonly [from: number, below: number])[], id: number): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    const [from, below] = ranges[middle] as [number, number]
    if (id < from) high = middle
    else if (id >= below) low = middle + 1
    else return true
  }
  return false
}

/** The folded words that are forms of a wanted one, as the search index sees them. */
export async function formsOf(tx: Tx, words: readonly string[], wanted: readonly string[]): Promise<Set<string>> {
  if (words.length === 0 || wanted.length === 0) return new Set()
  const rows = await raw<{ word: string }>(
    tx,
    // stop words count only if there are no other words, as in the search itself
    `with looked_for as (
       select coalesce(
         nullif(tsvector_to_array(to_tsvector('english', search_text(array_to_string($2::text[], ' ')))), '{}'),
         tsvector_to_array(to_tsvector('loquat', search_text(array_to_string($2::text[], ' '))))) as stems)
     select word from unnest($1::text[]) word, looked_for where tsvector_to_array(to_tsvector('loquat', word)) && stems`,
    [words, wanted],
  )
  return new Set(rows.map(({ word }) => word))
}
