import { type Changes, type NewRow, raw, type Tx } from '#platform/db'
import type { CodePlayground } from './api.ts'

const columns = ['id', 'name', 'pygments_language', 'url_template'] as const

export const list = (tx: Tx, orgId: number): Promise<CodePlayground[]> =>
  tx.selectFrom('code_playground').select(columns).where('org_id', '=', orgId).orderBy('rank').orderBy('id').execute()

export async function insert(
  tx: Tx,
  orgId: number,
  row: Omit<NewRow<'code_playground'>, 'org_id' | 'rank'>,
): Promise<CodePlayground> {
  const { rank: last } = await tx
    .selectFrom('code_playground')
    .select(({ fn, lit }) => fn.coalesce(fn.max('rank'), lit(0)).as('rank'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const values = { ...row, org_id: orgId, rank: last + 1 }
  return tx.insertInto('code_playground').values(values).returning(columns).executeTakeFirstOrThrow()
}

export async function update(tx: Tx, id: number, changes: Changes<'code_playground'>): Promise<void> {
  await tx.updateTable('code_playground').set(changes).where('id', '=', id).execute()
}

export async function reorder(tx: Tx, orgId: number, order: number[]): Promise<void> {
  await raw(
    tx,
    `update code_playground p set rank = o.place from unnest($2::bigint[]) with ordinality o(id, place)
     where p.org_id = $1 and p.id = o.id`,
    [orgId, order],
  )
}

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('code_playground').where('id', '=', id).execute()
}
