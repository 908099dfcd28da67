import { compiled, type Tx } from '#platform/db'
import type { Submessage } from '../wire.ts'

/** The submessages of some messages, oldest first. */
export async function submessagesOf(tx: Tx, messageIds: readonly number[]): Promise<Map<number, Submessage[]>> {
  const found = new Map<number, Submessage[]>()
  if (messageIds.length === 0) return found
  const rows = await compiled<Submessage>(
    tx,
    `select id, message_id, sender_id, msg_type, content from submessage
     where message_id = any($1::bigint[]) order by id`,
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
