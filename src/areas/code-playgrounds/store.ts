import type { NewRow, Tx } from '#platform/db'
import type { CodePlayground } from './api.ts'

const columns = ['id', 'name', 'pygments_language', 'url_template'] as const

export const list = (tx: Tx, orgId: number): Promise<CodePlayground[]> =>
  tx.selectFrom('code_playground').select(columns).where('org_id', '=', orgId).orderBy('id').execute()

export const insert = (tx: Tx, row: NewRow<'code_playground'>): Promise<CodePlayground> =>
  tx.insertInto('code_playground').values(row).returning(columns).executeTakeFirstOrThrow()

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('code_playground').where('id', '=', id).execute()
}
