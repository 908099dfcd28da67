import type { MessageId, UserId } from '#contract'
import { numbersIn, raw, runBefore, type Tx } from '#platform/db'
import {
  type FoundSurroundings,
  type Marks,
  nothingAround,
  type Surroundings,
  surroundings,
  surroundingsIn,
} from './fetch.ts'
import { rowsOfSpread, spreadOf } from './rows-of-messages.ts'

interface MarkedMessage {
  readonly id: MessageId
  /** Differs after each change of the row, on every server that has the change. */
  readonly version: number
  readonly marks: Marks
}

export interface MarkedMessages extends Surroundings {
  /** Ascending. */
  readonly rows: readonly MarkedMessage[]
}

const unmarked: Marks = {
  mentioned: false,
  topic_wildcard_mentioned: false,
  has_alert_word: false,
  starred: false,
  collapsed: false,
  hide_link_previews: false,
}

const marksOf = (bits: number): Marks => ({
  mentioned: (bits & 1) > 0,
  topic_wildcard_mentioned: (bits & 2) > 0,
  has_alert_word: (bits & 4) > 0,
  starred: (bits & 8) > 0,
  collapsed: (bits & 16) > 0,
  hide_link_previews: (bits & 32) > 0,
})

const bits = `(f.mentioned or f.group_mentioned)::int + 2 * f.topic_wildcard_mentioned::int
  + 4 * f.has_alert_word::int + 8 * f.starred::int + 16 * f.collapsed::int + 32 * f.hide_link_previews::int`

interface FoundMarked extends FoundSurroundings {
  ids: string | null
  versions: string | null
  flags: [id: MessageId, bits: number][] | null
}

/**
 * perf: use a generic plan: planning for each request takes as long as running the rest. It has to stay good when
 * tables grow, so no sequential scans, however small a table is now, and no sorts where an index has the order. Later
 * statements of the transaction look messages up by ID, which these settings suit as well.
 */
export const planned = [
  ['plan_cache_mode', 'force_generic_plan'],
  ['enable_seqscan', 'off'],
  ['enable_sort', 'off'],
  ['enable_incremental_sort', 'off'],
  ['enable_bitmapscan', 'off'],
]
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(' || ')

/**
 * The messages that a statement finds, with one user's flags, attached data, and conversations; without the data that
 * is the same for everyone. The statement has columns `id`, `conversation_id`, and `version`, its row's `xmin`, and
 * `values` as its parameters.
 */
export async function markedMessages(
  tx: Tx,
  userId: UserId,
  found: string,
  values: readonly unknown[],
): Promise<MarkedMessages> {
  runBefore(tx, `select ${planned}`)
  const user = `$${values.length + 1}::bigint`
  const [answer] = await raw<FoundMarked>(
    tx,
    // perf: IDs and versions as texts of lists cost a third of JSON for each row; most messages have no flags row for
    // most users; attached data is found by a list of IDs, in one index scan; flags use the index that begins with the
    // user, because others may have thousands
    `select of.ids::text as ids, of.versions::text as versions, (
       select json_agg(json_build_array(f.message_id, ${bits}))
       from (
         select * from message_flag f
         where f.user_id = any(array[${user}]) and f.message_id >= of.first and f.message_id < of.beyond
           and f.message_id = any(of.ids)
         order by f.user_id, f.message_id offset 0) f) as flags,
     ${surroundings({
       reactions: rowsOfSpread('reaction', 'of'),
       submessages: rowsOfSpread('submessage', 'of'),
       from: 'of.first',
       below: 'of.beyond',
       user,
       conversations: 'of.conversations',
     })}
     from (
       select array_agg(x.id) as ids, array_agg(x.version) as versions, array_agg(x.conversation_id) as conversations,
         min(x.id) as first, max(x.id) + 1 as beyond, ${spreadOf('x')}
       from (${found}) x) of`,
    [...values, userId],
  )
  const ids = numbersIn<MessageId>(answer?.ids ?? null)
  if (!answer || ids.length === 0) return { rows: [], ...nothingAround }
  const versions = numbersIn(answer.versions)
  const flags = new Map(answer.flags)
  const rows = ids.map((id, index) => {
    const own = flags.get(id)
    return { id, version: versions[index] as number, marks: own === undefined ? unmarked : marksOf(own) }
  })
  return { rows: rows.sort((a, b) => a.id - b.id), ...surroundingsIn(answer) }
}

/** The same for messages by ID. */
export async function selectMarked(tx: Tx, userId: UserId, ids: readonly MessageId[]): Promise<MarkedMessages> {
  if (ids.length === 0) return { rows: [], ...nothingAround }
  const found = 'select m.id, m.conversation_id, m.xmin as version from message m where m.id = any($1::bigint[])'
  return markedMessages(tx, userId, found, [ids])
}
