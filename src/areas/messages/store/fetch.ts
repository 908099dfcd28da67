import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, type Row, raw, type Tx } from '#platform/db'
import { type ReactionTuple, reactionList, reactionsIn, type StoredReaction } from '../reactions/store.ts'
import type { StoredSubmessage } from '../submessages/store.ts'
import { submessageList, submessagesIn } from '../submessages/store.ts'
import type { EditHistoryEntry } from '../wire.ts'

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

/** Messages of an organization by id, ascending, with the people of those that are direct. */
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

/** A message as a list shows it to one user. */
export interface FetchedRow {
  id: MessageId
  conversation_id: ConversationId
  sender_id: UserId
  client: string
  topic: string
  content: string
  /** The HTML, where it was asked for. */
  rendered_content: string
  timestamp: number
  sender_read: boolean
  is_me_message: boolean
  channel_wildcard: boolean
  last_edited: number | null
  last_moved: number | null
  edit_history: EditHistoryEntry[] | null
  mentioned: boolean
  topic_wildcard_mentioned: boolean
  has_alert_word: boolean
  starred: boolean
  collapsed: boolean
}

const epoch = (column: string) => `floor(extract(epoch from ${column}))::bigint`
const flag = (condition: string) => `coalesce(${condition}, false)`
// perf: times as numbers and one text of the two, where one is enough, make a long list a third cheaper
const fetchedColumns = (content: string, rendered: string) => `
  m.id, m.conversation_id, m.sender_id, m.client, m.topic, ${content} as content, ${rendered} as rendered_content,
  ${epoch('m.sent_at')} as timestamp, m.sender_read, m.is_me_message, m.channel_wildcard,
  ${epoch('m.last_edited_at')} as last_edited, ${epoch('m.last_moved_at')} as last_moved, m.edit_history,
  ${flag('f.mentioned or f.group_mentioned')} as mentioned,
  ${flag('f.topic_wildcard_mentioned')} as topic_wildcard_mentioned, ${flag('f.has_alert_word')} as has_alert_word,
  ${flag('f.starred')} as starred, ${flag('f.collapsed')} as collapsed`

const fetchedNames = [
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
  'mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'starred',
  'collapsed',
] as const satisfies (keyof FetchedRow)[]

interface FetchedConversation {
  id: ConversationId
  member_ids: UserId[] | null
  /** What of the messages is read: ascending ranges, each from its first id on and below its second. */
  read: [from: number, below: number][]
}

export interface Fetched {
  /** Ascending. */
  readonly rows: readonly FetchedRow[]
  /** By message. */
  readonly reactions: ReadonlyMap<MessageId, StoredReaction[]>
  /** By message. */
  readonly submessages: ReadonlyMap<MessageId, StoredSubmessage[]>
  /** Those of the messages, by id. */
  readonly conversations: ReadonlyMap<ConversationId, FetchedConversation>
}

/**
 * Messages by id with one user's flags, what hangs on them and what their conversations are, in one statement. The
 * texts that are not asked for are empty.
 */
export async function selectFetched(
  tx: Tx,
  userId: UserId,
  ids: readonly MessageId[],
  texts: { raw: boolean; html: boolean },
): Promise<Fetched> {
  if (ids.length === 0) return { rows: [], reactions: new Map(), submessages: new Map(), conversations: new Map() }
  const [found] = await raw<{
    rows: unknown[][] | null
    reactions: ReactionTuple[] | null
    submessages: StoredSubmessage[] | null
    conversations: [id: ConversationId, memberIds: UserId[] | null, read: string | null][] | null
  }>(
    tx,
    // perf: JSON texts; taking one apart costs a third of what reading so many columns of so many rows does. Ranges are
    // looked through here; the database would unpack them again for each message
    `select (
       select json_agg(json_build_array(${fetchedNames.map((name) => `x.${name}`).join(', ')}) order by x.id) from (
         select ${fetchedColumns(texts.raw ? 'm.content' : `''`, texts.html ? 'm.rendered_content' : `''`)}
         from message m
         left join message_flag f on f.user_id = $2 and f.message_id = m.id and f.message_id = any($1::bigint[])
         where m.id = any($1::bigint[])) x) as rows,
     ${reactionList} as reactions, ${submessageList} as submessages, (
       select json_agg(json_build_array(c.id, c.member_ids, (r.read * int8multirange(int8range($3, $4)))::text))
       from (select distinct conversation_id as id from message where id = any($1::bigint[])) wanted
       join conversation c on c.id = wanted.id
       left join read_state r on r.user_id = $2 and r.conversation_id = c.id) as conversations`,
    [ids, userId, Math.min(...ids), Math.max(...ids) + 1],
  )
  return {
    rows: (found?.rows ?? []).map(toRow),
    reactions: reactionsIn(found?.reactions ?? null),
    submessages: submessagesIn(found?.submessages ?? null),
    conversations: new Map(
      found?.conversations?.map(([id, member_ids, read]) => [id, { id, member_ids, read: rangesOf(read ?? '') }]),
    ),
  }
}

function toRow(values: unknown[]): FetchedRow {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < fetchedNames.length; index++) row[fetchedNames[index] as string] = values[index]
  return row as unknown as FetchedRow
}

const rangesOf = (text: string): [number, number][] =>
  [...text.matchAll(/(\d+),(\d+)/g)].map(([, from, below]) => [Number(from), Number(below)])

/** Whether an id is in one of some ascending ranges. */
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

/** Of some folded words those that are forms of a wanted one, as the search index sees them. */
export async function formsOf(tx: Tx, words: readonly string[], wanted: readonly string[]): Promise<Set<string>> {
  if (words.length === 0 || wanted.length === 0) return new Set()
  const rows = await raw<{ word: string }>(
    tx,
    // words that carry little meaning count only where there are no others, as in the search itself
    `with looked_for as (
       select coalesce(
         nullif(tsvector_to_array(to_tsvector('english', search_text(array_to_string($2::text[], ' ')))), '{}'),
         tsvector_to_array(to_tsvector('loquat', search_text(array_to_string($2::text[], ' '))))) as stems)
     select word from unnest($1::text[]) word, looked_for where tsvector_to_array(to_tsvector('loquat', word)) && stems`,
    [words, wanted],
  )
  return new Set(rows.map(({ word }) => word))
}
