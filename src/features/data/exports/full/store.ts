import { type Patience, raw, type Tx, unhurried } from '#platform/db'
import type { ArchiveRow } from './column.ts'
import { columnsOf, type ExportedTable, exportedTables, ownerColumn } from './tables.ts'

/*
 * Reads and writes rows of whole organizations. Names of tables and columns come from the declaration, never from an
 * archive.
 */

export const patience: Patience = unhurried

const quoted = (name: string): string => `"${name}"`
/** Sorts texts by code points, which is the same on every server. */
const ordered = (key: string, texts: ReadonlySet<string>) => (texts.has(key) ? `"${key}" collate "C"` : `"${key}"`)
const textKeys = new Set(['issuer', 'subject', 'domain', 'word', 'key', 'topic'])

const selected = (table: ExportedTable, withSecrets: boolean): string =>
  columnsOf(table)
    .map(([name, { fresh }]) => (fresh && !withSecrets ? `null::text as "${name}"` : quoted(name)))
    .join(', ')

export async function tablePage(
  tx: Tx,
  name: string,
  table: ExportedTable,
  {
    orgId,
    after,
    limit,
    withSecrets,
  }: { orgId: number; after: readonly unknown[] | null; limit: number; withSecrets: boolean },
): Promise<ArchiveRow[]> {
  const keys = table.key.map((key) => ordered(key, textKeys)).join(', ')
  const places = table.key.map((_, index) => `$${index + 3}`).join(', ')
  const rows = await raw<{ line: string }>(
    tx,
    `select row_to_json(r)::text as line from (
       select ${selected(table, withSecrets)} from "${name}" where "${ownerColumn(name)}" = $1
         ${after ? `and (${keys}) > (${places})` : ''} order by ${keys} limit $2) r`,
    [orgId, limit, ...(after ?? [])],
  )
  return rows.map(({ line }) => JSON.parse(line))
}

/** Formats times in UTC, whatever the server's time zone is. */
export const inUtc = (tx: Tx): Promise<unknown> =>
  tx
    .selectNoFrom(({ fn, val }) => fn<string>('set_config', [val('TimeZone'), val('UTC'), val(true)]).as('zone'))
    .execute()

export async function beginCopy(tx: Tx, orgId: number): Promise<number> {
  const { id } = await tx
    .insertInto('copy_under_way')
    .values({ org_id: orgId })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [name, table] of exportedTables(true)) {
    const given = [id, orgId, ownerColumn(name), ...table.key].map((one) => `'${one}'`).join(', ')
    await raw(
      tx,
      `create trigger copy_${id} after insert or update or delete on "${name}"
       for each row execute function keep_row_before(${given})`,
      [],
    )
  }
  return id
}

export async function endCopy(tx: Tx, id: number): Promise<void> {
  for (const [name] of exportedTables(true)) await raw(tx, `drop trigger if exists copy_${id} on "${name}"`, [])
  await tx.deleteFrom('copy_under_way').where('id', '=', id).execute()
}

export const copiesUnderWay = async (tx: Tx): Promise<number[]> =>
  (await tx.selectFrom('copy_under_way').select('id').orderBy('id').execute()).map(({ id }) => id)

/** Rows changed since the copy began, as they were then; null for rows that didn't exist. */
export async function rowsBefore(
  tx: Tx,
  name: string,
  table: ExportedTable,
  copyId: number,
  withSecrets: boolean,
  from: unknown,
  to: unknown,
): Promise<{ key: unknown[]; row: ArchiveRow | null }[]> {
  const rows = await raw<{ key: unknown[]; line: string | null }>(
    tx,
    // perf: limited to the page by the first part of the key
    `select b.key, (select row_to_json(r)::text from (
         select ${selected(table, withSecrets)} from jsonb_populate_record(null::"${name}", b.row)) r
       where b.row is not null) as line
     from row_before b where b.copy_id = $1 and b.table_name = $2
       and ($3::text is null or b.key -> 0 >= $3::text::jsonb) and ($4::text is null or b.key -> 0 <= $4::text::jsonb)`,
    // numbers only: JSON orders texts differently from the pages
    [copyId, name, ...[from, to].map((one) => (typeof one === 'number' ? String(one) : null))],
  )
  return rows.map(({ key, line }) => ({ key, row: line === null ? null : JSON.parse(line) }))
}

export async function lastIds(tx: Tx): Promise<Record<string, number>> {
  const last: Record<string, number> = {}
  for (const [name, table] of exportedTables(true)) {
    if (!('id' in table.columns) || name === 'deleted_message') continue
    const [row] = await raw<{ last: number | null }>(
      tx,
      `select case when is_called then last_value else 0 end as last from "${name}_id_seq"`,
      [],
    )
    last[name] = row?.last ?? 0
  }
  return last
}

export async function countRows(tx: Tx, orgId: number, name: string): Promise<number> {
  const { count } = await tx
    .selectFrom(name as 'message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ownerColumn(name) as 'org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
