import { compiled, type Tx } from '#platform/db'
import type { Submessage } from '../wire.ts'

/** The submessages of some messages, oldest first. */
export async function submessagesOf(tx: Tx, messageIds: readonly number[]): Promise<Map<number, Submessage[]>> {
  const found = new Map<number, Submessage[]>()
  if (messageIds.length === 0) return found
  const rows = await compiled<Submessage>(
    tx,
    // perf: message by message through the index; the planner alone would read every submessage that there is
    `select s.id, s.message_id, s.sender_id, s.msg_type, s.content
     from unnest($1::bigint[]) m(id)
     cross join lateral (select * from submessage s where s.message_id = m.id offset 0) s order by s.id`,
    [messageIds],
  )
  for (const row of rows) {
    const list = found.get(row.message_id)
    if (list) list.push(row)
    else found.set(row.message_id, [row])
  }
  return found
}

export async function insertSubmessage(tx: Tx, orgId: number, submessage: Omit<Submessage, 'id'>): Promise<Submessage> {
  const { id } = await tx
    .insertInto('submessage')
    .values({ org_id: orgId, ...submessage })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...submessage }
}
