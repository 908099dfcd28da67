import { anyOf, type Changes, type Row, raw, type Tx } from '#platform/db'

export type Job = Row<'import_job'>

export type Kind = 'person' | 'group' | 'emoji' | 'channel' | 'message' | 'file'

export interface Mapped {
  key: string
  mapped_id: number
  job_id: number
  made: boolean
}

export const jobsOf = (tx: Tx, source: string, digest: string): Promise<Job[]> =>
  tx
    .selectFrom('import_job')
    .selectAll()
    .where('source', '=', source)
    .where('digest', '=', digest)
    .orderBy('id')
    .execute()

export async function insertJob(
  tx: Tx,
  row: Pick<Job, 'org_id' | 'source' | 'digest' | 'phase' | 'started_at'>,
): Promise<Job> {
  return tx.insertInto('import_job').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateJob(tx: Tx, id: number, changes: Changes<'import_job'>): Promise<void> {
  await tx.updateTable('import_job').set(changes).where('id', '=', id).execute()
}

/** Inserts it if missing. */
export async function originOf(tx: Tx, orgId: number, source: string, key: string, now: Date): Promise<number> {
  await tx
    .insertInto('import_origin')
    .values({ org_id: orgId, source, key, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('import_origin')
    .select('id')
    .where('org_id', '=', orgId)
    .where('source', '=', source)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return id
}

export const knownOrigin = async (tx: Tx, orgId: number, source: string, key: string): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('import_origin')
      .select('id')
      .where('org_id', '=', orgId)
      .where('source', '=', source)
      .where('key', '=', key)
      .executeTakeFirst()
  )?.id

/** All mappings of a kind; not for messages and files, of which there are too many. */
export const mappedOf = (tx: Tx, originId: number, kind: Exclude<Kind, 'message' | 'file'>): Promise<Mapped[]> =>
  tx
    .selectFrom('import_mapping')
    .select(['key', 'mapped_id', 'job_id', 'made'])
    .where('origin_id', '=', originId)
    .where('kind', '=', kind)
    .execute()

/** perf: one index look-up per key and batch. With `= any(list)` and no statistics, the planner would read all rows. */
export const mappedAmong = (tx: Tx, originId: number, kind: Kind, keys: readonly string[]): Promise<Mapped[]> =>
  raw(
    tx,
    `select m.key, m.mapped_id, m.job_id, m.made from unnest($3::text[]) k(key)
     cross join lateral (
       select * from import_mapping i where i.origin_id = $1 and i.kind = $2 and i.key = k.key offset 0) m`,
    [originId, kind, keys],
  )

interface NewMapping {
  key: string
  id: number
  made: boolean
}

export async function insertMappings(
  tx: Tx,
  { id, org_id, origin_id }: Pick<Job, 'id' | 'org_id' | 'origin_id'>,
  kind: Kind,
  rows: readonly NewMapping[],
): Promise<void> {
  if (rows.length === 0) return
  await raw(
    tx,
    `insert into import_mapping (org_id, origin_id, job_id, kind, key, mapped_id, made)
     select $1, $2, $3, $4, * from unnest($5::text[], $6::bigint[], $7::boolean[])`,
    [org_id, origin_id, id, kind, rows.map(({ key }) => key), rows.map((row) => row.id), rows.map(({ made }) => made)],
  )
}

export const filePaths = (tx: Tx, ids: readonly number[]) =>
  // attachment: the attachments feature's table
  tx.selectFrom('attachment').select(['id', 'path_id', 'name']).where('id', '=', anyOf(ids)).execute()

/** organization belongs to the organization feature */
export const organizationAt = async (tx: Tx, subdomain: string): Promise<number | undefined> =>
  (await tx.selectFrom('organization').select('id').where('subdomain', '=', subdomain).executeTakeFirst())?.id
