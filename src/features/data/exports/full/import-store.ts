import { serverEvent, type UserId } from '#contract'
import { type Database, raw, sql, type Tx, unhurried } from '#platform/db'
import { append, entry, placesPerPosition } from '#platform/events'
import { placeToTake, subdomainTaken } from '#platform/runtime'
import type { ArchiveRow } from './column.ts'
import { ArchiveError } from './relocation.ts'
import { lastIds } from './store.ts'
import { columnsOf, declaredTables, type ExportedTable } from './tables.ts'

export const patience = unhurried

/** One transaction, without the organization's writer: no one else sees the organization yet. */
export const writing = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction(work, patience)

/** Gap to leave on a PostgreSQL server, where other processes insert ids at the same time. */
const distance = 1_000
/** Far below the limit of JavaScript's safe integers. */
const maxIds = 2 ** 50

export interface IdsMove {
  readonly step: number
  readonly shifts: Readonly<Record<string, number>>
}

/** Reserves as many ids of each table as the archive uses; returns how its ids are mapped. */
export async function reserveIds(tx: Tx, wanted: Readonly<Record<string, number>>, isAlone: boolean): Promise<IdsMove> {
  const shifts: Record<string, number> = {}
  const step = await stepOfIds(tx)
  const reached = await lastIds(tx)
  const unknown = Object.keys(wanted).find((name) => !(name in reached))
  if (unknown !== undefined) throw new ArchiveError(`format.json: last_ids names '${unknown}', which is not known`)
  for (const [name, last] of Object.entries(reached)) {
    // one of several databases continues with ids of its own residue, above those given before it joined
    const shift =
      step > 1 ? (await placeOf(tx, name)) + distance * step : last === 0 || isAlone ? last : last + distance
    const end = shift + (wanted[name] ?? 0) * step
    if (end > maxIds) throw new ArchiveError(`format.json: last_ids.${name} is too large`)
    if (end > last) await raw(tx, 'select setval($1::text::regclass, $2::bigint)', [`${name}_id_seq`, end])
    shifts[name] = shift
  }
  return { step, shifts }
}

/** The increment of this database's ids: above 1 if it is one of several. */
async function stepOfIds(tx: Tx): Promise<number> {
  const rows = await raw<{ step: number }>(
    tx,
    `select increment_by as step from pg_sequences where schemaname = 'public' and sequencename = 'message_id_seq'`,
    [],
  )
  return rows[0]?.step ?? 1
}

async function placeOf(tx: Tx, table: string): Promise<number> {
  const [row] = await raw<{ place: number }>(tx, `select last_value as place from "${table}_id_seq"`, [])
  return row?.place ?? 0
}

export async function insert(tx: Tx, name: string, rows: readonly ArchiveRow[]): Promise<void> {
  const table = declaredTables[name] as ExportedTable
  const columns = [...columnsOf(table).map(([column]) => column), ...('org_id' in table.columns ? ['org_id'] : [])]
    .map((column) => `"${column}"`)
    .join(', ')
  await raw(
    tx,
    `insert into "${name}" (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::"${name}", $1::text::jsonb)`,
    [JSON.stringify(rows)],
  )
}

export async function setBotOwners(tx: Tx, owners: readonly { id: number; value: number }[]): Promise<void> {
  await raw(
    tx,
    `update account set bot_owner_id = o.owner_id
     from unnest($1::bigint[], $2::bigint[]) o(id, owner_id) where account.id = o.id`,
    [owners.map(({ id }) => id), owners.map(({ value }) => value)],
  )
}

export const renew = (tx: Tx, org_id: number, renewed_at: Date): Promise<unknown> =>
  tx
    .insertInto('organization_import')
    .values({ org_id, renewed_at })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ renewed_at }))
    .execute()

/** Organizations whose import lease wasn't renewed since a time. */
export const abandoned = async (tx: Tx, since: Date): Promise<number[]> =>
  (await tx.selectFrom('organization_import').select('org_id').where('renewed_at', '<', since).execute()).map(
    ({ org_id }) => org_id,
  )

export const isTaken = async (tx: Tx, subdomain: string): Promise<boolean> =>
  (await tx.selectFrom('organization').select('id').where('subdomain', '=', subdomain).executeTakeFirst()) !== undefined

export async function pathOf(tx: Tx, orgId: number, id: number): Promise<string | undefined> {
  const query = tx.selectFrom('attachment').select('path_id').where('org_id', '=', orgId).where('id', '=', id)
  return (await query.executeTakeFirst())?.path_id
}

export async function avatarOf(tx: Tx, orgId: number, id: number): Promise<string | null | undefined> {
  const query = tx
    .selectFrom('account')
    .select('avatar_key')
    .where('org_id', '=', orgId)
    .where('id', '=', id as UserId)
  return (await query.executeTakeFirst())?.avatar_key
}

export async function namesPicture(tx: Tx, orgId: number, place: 'emoji' | 'realm', file: string): Promise<boolean> {
  if (place === 'realm') {
    const facts = await tx.selectFrom('organization').select('pictures').where('id', '=', orgId).executeTakeFirst()
    return Object.values((facts?.pictures ?? {}) as Record<string, string>).includes(file)
  }
  const found = await tx
    .selectFrom('custom_emoji')
    .select('id')
    .where('org_id', '=', orgId)
    .where(({ or, eb }) => or([eb('file', '=', file), eb('still_file', '=', file)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Continues the log at the archive's position, because rows refer to positions. */
export const continueLog = (tx: Tx, orgId: number, position: number, now: Date): Promise<void> =>
  append(tx, orgId, [entry(imported, {}, [], position * placesPerPosition)], now)

const imported = serverEvent('imported', null, {})

export async function open(tx: Tx, orgId: number, subdomain: string, closedAt: string | null): Promise<void> {
  const place = await placeToTake(tx, subdomain)
  if (place !== undefined) throw new ArchiveError(subdomainTaken(subdomain, place).message)
  await tx
    .updateTable('organization')
    .set({ subdomain, deactivated_at: sql<Date | null>`${closedAt}::text::timestamptz` })
    .where('id', '=', orgId)
    .execute()
  await tx.deleteFrom('organization_import').where('org_id', '=', orgId).execute()
}
