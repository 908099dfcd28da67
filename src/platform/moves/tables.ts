import { quoted, type Table, tablesOf } from '#platform/backups'
import type { Connection } from '#platform/db'

export interface OwnedTable extends Table {
  readonly owner: string
  readonly isReferredTo: boolean
}

/** Tables that belong to a database or to the move itself. */
const stays = new Set(['organization_move', 'moving_organization', 'changed_row', 'copy_under_way', 'row_before'])

/** All tables with rows of organizations, referenced tables before those that reference them. */
export async function ownedTables(connection: Connection): Promise<OwnedTable[]> {
  const { rows: references } = await connection.query(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and conrelid <> confrelid`,
    [],
  )
  const left = new Map(
    (await tablesOf(connection))
      .filter(({ name, columns }) => !stays.has(name) && (name === 'organization' || columns.includes('org_id')))
      .map((table) => [table.name, table]),
  )
  const order: OwnedTable[] = []
  while (left.size > 0) {
    const free = [...left.values()].find(
      ({ name }) => !references.some(({ child, parent }) => child === name && left.has(parent as string)),
    )
    if (!free) throw new Error(`These tables refer to each other: ${[...left.keys()].join(', ')}`)
    left.delete(free.name)
    order.push({
      ...free,
      owner: free.name === 'organization' ? 'id' : 'org_id',
      isReferredTo: references.some(({ parent }) => parent === free.name),
    })
  }
  return order
}

/** SQL: condition for an organization's rows, with the table aliased as `r`. */
export const rowsOf = ({ owner }: OwnedTable, orgId: number): string => `r.${quoted(owner)} = ${orgId}`
