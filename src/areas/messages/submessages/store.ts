import { raw, type Tx } from '#platform/db'
import type { Submessage } from '../wire.ts'

/**
 * The submessages of the messages `$1`, oldest first, as a JSON list. perf: message by message through the index; the
 * planner alone would read every submessage that there is.
 */
export const submessageList = `(
  select json_agg(json_build_object('id', s.id, 'message_id', s.message_id, 'sender_id', s.sender_id,
    'msg_type', s.msg_type, 'content', s.content) order by s.id)
  from unnest($1::bigint[]) m(id)
  cross join lateral (select * from submessage s where s.message_id = m.id offset 0) s)`

export function submessagesIn(list: readonly Submessage[] | null): Map<number, Submessage[]> {
  const found = new Map<number, Submessage[]>()
  for (const one of list ?? []) {
    const others = found.get(one.message_id)
    if (others) others.push(one)
    else found.set(one.message_id, [one])
  }
  return found
}

/** The submessages of some messages. */
export async function submessagesOf(tx: Tx, messageIds: readonly number[]): Promise<Map<number, Submessage[]>> {
  const rows = await raw<{ list: Submessage[] | null }>(tx, `select ${submessageList} as list`, [messageIds])
  return submessagesIn(rows[0]?.list ?? null)
}

export async function insertSubmessage(tx: Tx, orgId: number, submessage: Omit<Submessage, 'id'>): Promise<Submessage> {
  const { id } = await tx
    .insertInto('submessage')
    .values({ org_id: orgId, ...submessage })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...submessage }
}
