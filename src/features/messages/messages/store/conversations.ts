import type { ConversationId, UserId } from '#contract'
import { insertRows, raw, type Tx } from '#platform/db'

/** The conversation of these people, ascending by ID; undefined if there is none yet. */
export async function findDirect(tx: Tx, orgId: number, memberIds: UserId[]): Promise<ConversationId | undefined> {
  const [row] = await raw<{ id: ConversationId }>(
    tx,
    // perf: runs for each direct message
    'select id from conversation where org_id = $1 and member_ids = $2::bigint[]',
    [orgId, memberIds],
  )
  return row?.id
}

export async function createDirect(tx: Tx, orgId: number, memberIds: UserId[]): Promise<ConversationId> {
  const { id } = await tx
    .insertInto('conversation')
    .values({ org_id: orgId, member_ids: memberIds })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = memberIds.map((user_id) => ({ org_id: orgId, user_id, conversation_id: id }))
  await insertRows(tx, 'conversation_member', rows)
  return id
}
