import { seconds, type UserId } from '#contract'
import { anyOf, insertRows, type Row, type Sizes, sizesOf, type Tx } from '#platform/db'
import type { Draft } from './api.ts'

const toWire = (row: Row<'draft'>): Draft => ({
  id: row.id,
  type: row.type as Draft['type'],
  to: row.recipients,
  topic: row.topic,
  content: row.content,
  timestamp: seconds(row.edited_at),
})

type Content = Omit<Draft, 'id'>
const columns = ({ type, to, topic, content, timestamp }: Content) => ({
  type,
  recipients: to,
  topic,
  content,
  edited_at: new Date(timestamp * 1000),
})

export async function list(tx: Tx, userId: UserId, limit: number): Promise<Draft[]> {
  const query = tx.selectFrom('draft').selectAll().where('user_id', '=', userId)
  return (await query.orderBy('edited_at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(toWire)
}

export const totals = (tx: Tx, userId: UserId, id: number | null = null): Promise<Sizes> =>
  sizesOf(tx, 'draft', 'user_id', userId, id)

export async function insert(tx: Tx, org_id: number, user_id: UserId, drafts: Content[]): Promise<Draft[]> {
  const rows = drafts.map((draft) => ({ org_id, user_id, ...columns(draft) }))
  return (await insertRows(tx, 'draft', rows)).map(toWire).sort((a, b) => a.id - b.id)
}

export async function update(tx: Tx, userId: UserId, id: number, draft: Content): Promise<Draft | undefined> {
  const query = tx.updateTable('draft').set(columns(draft)).where('id', '=', id).where('user_id', '=', userId)
  return (await query.returningAll().execute()).map(toWire)[0]
}

export async function contentOf(tx: Tx, userId: UserId, id: number): Promise<string | undefined> {
  const query = tx.selectFrom('draft').select('content').where('id', '=', id).where('user_id', '=', userId)
  return (await query.execute())[0]?.content
}

export async function remove(tx: Tx, userId: UserId, id: number): Promise<boolean> {
  const query = tx.deleteFrom('draft').where('id', '=', id).where('user_id', '=', userId)
  return (await query.returning('id').execute()).length > 0
}

export async function removeAll(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  await tx.deleteFrom('draft').where('user_id', '=', anyOf(userIds)).execute()
}
