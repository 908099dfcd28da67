import { type Changes, type NewRow, type Row, raw, type Tx } from '#platform/db'
import type { Linkifier } from './api.ts'

const toWire = (row: Row<'linkifier'>): Linkifier => ({
  id: row.id,
  pattern: row.pattern,
  url_template: row.url_template,
  example_input: row.example_input,
  reverse_template: row.reverse_template,
  alternative_url_templates: row.alternative_url_templates as string[],
})

export const list = async (tx: Tx, orgId: number): Promise<Linkifier[]> =>
  (
    await tx.selectFrom('linkifier').selectAll().where('org_id', '=', orgId).orderBy('rank').orderBy('id').execute()
  ).map(toWire)

export async function insert(tx: Tx, orgId: number, row: Omit<NewRow<'linkifier'>, 'org_id' | 'rank'>) {
  const rank = tx
    .selectFrom('linkifier')
    .select(({ fn, lit }) => fn.coalesce(fn.max('rank'), lit(0)).as('rank'))
    .where('org_id', '=', orgId)
  const { rank: last } = await rank.executeTakeFirstOrThrow()
  const values = { ...row, org_id: orgId, rank: last + 1 }
  return toWire(await tx.insertInto('linkifier').values(values).returningAll().executeTakeFirstOrThrow())
}

export async function update(tx: Tx, id: number, changes: Changes<'linkifier'>): Promise<void> {
  await tx.updateTable('linkifier').set(changes).where('id', '=', id).execute()
}

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('linkifier').where('id', '=', id).execute()
}

/** Ranks each linkifier by its ID's position in the list. */
export async function reorder(tx: Tx, orgId: number, order: number[]): Promise<void> {
  await raw(
    tx,
    `update linkifier l set rank = o.place from unnest($2::bigint[]) with ordinality o(id, place)
     where l.org_id = $1 and l.id = o.id`,
    [orgId, order],
  )
}
