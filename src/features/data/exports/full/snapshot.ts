import type { Tx } from '#platform/db'
import { lastPosition } from '#platform/events'
import type { Organization } from '#platform/organization'
import type { ArchiveRow } from './column.ts'
import * as store from './store.ts'
import type { ExportedTable } from './tables.ts'

/** An organization at one position of its event log, however long reading takes. */
export interface Snapshot {
  readonly position: number
  readonly lastIds: Readonly<Record<string, number>>
  /** Pages of `size` rows, sorted by key. */
  pages(name: string, table: ExportedTable, withSecrets: boolean, size: number): AsyncIterable<ArchiveRow[]>
}

/**
 * A PostgreSQL server reads in one transaction, while others write. The embedded database has only one connection,
 * which can't be held: there, triggers save the earlier versions of changed rows, and pages are corrected with them.
 */
export const withSnapshot = <T>(org: Organization, work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  org.db.embedded ? onEmbedded(org, work) : onServer(org, work)

const onServer = <T>(org: Organization, work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  org.db.read(async (tx) => {
    await store.inUtc(tx)
    return work({
      position: await lastPosition(tx, org.id),
      lastIds: await store.lastIds(tx),
      async *pages(name, table, withSecrets, limit) {
        let after: unknown[] | null = null
        for (;;) {
          const rows: ArchiveRow[] = await store.tablePage(tx, name, table, {
            orgId: org.id,
            after,
            limit,
            withSecrets,
          })
          if (rows.length > 0) yield rows
          if (rows.length < limit) return
          after = keyOf(table, rows.at(-1) as ArchiveRow)
        }
      },
    })
  }, store.patience)

/** Copies of this process: on the embedded database, others were left by a process that is gone. */
const ours = new Set<string>()
const nameOf = (org: Organization, id: number) => `${org.services.config.dataDir} ${id}`

async function onEmbedded<T>(org: Organization, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  await endForgottenCopies(org)
  const { id, ...facts } = await org.db.transaction(async (tx) => {
    const id = await store.beginCopy(tx, org.id)
    ours.add(nameOf(org, id))
    return { id, position: await lastPosition(tx, org.id), lastIds: await store.lastIds(tx) }
  }, store.patience)
  const read = <R>(part: (tx: Tx) => Promise<R>) =>
    org.db.read(async (tx) => {
      await store.inUtc(tx)
      return part(tx)
    }, store.patience)
  try {
    return await work({
      ...facts,
      async *pages(name, table, withSecrets, limit) {
        let after: unknown[] | null = null
        for (;;) {
          const { rows, last } = await read((tx) => pageBefore(tx, org.id, id, name, table, after, limit, withSecrets))
          if (rows.length > 0) yield rows
          if (last === null) return
          after = last
        }
      },
    })
  } finally {
    await org.db.transaction((tx) => store.endCopy(tx, id), store.patience)
    ours.delete(nameOf(org, id))
  }
}

/** Ends copies left by a process that is gone. */
export async function endForgottenCopies(org: Organization): Promise<void> {
  if (!org.db.embedded) return
  const forgotten = (await org.db.read(store.copiesUnderWay)).filter((id) => !ours.has(nameOf(org, id)))
  for (const id of forgotten) await org.db.transaction((tx) => store.endCopy(tx, id), store.patience)
}

/** A page as of the copy's beginning: the current rows, with changed ones replaced by their earlier versions. */
async function pageBefore(
  tx: Tx,
  orgId: number,
  copyId: number,
  name: string,
  table: ExportedTable,
  after: unknown[] | null,
  limit: number,
  withSecrets: boolean,
): Promise<{ rows: ArchiveRow[]; last: unknown[] | null }> {
  const now = await store.tablePage(tx, name, table, { orgId, after, limit, withSecrets })
  const last = now.length < limit ? null : keyOf(table, now.at(-1) as ArchiveRow)
  const changed = await store.rowsBefore(tx, name, table, copyId, withSecrets, after?.[0], last?.[0])
  const here = changed.filter(
    ({ key }) => (after === null || compareKeys(key, after) > 0) && (last === null || compareKeys(key, last) <= 0),
  )
  if (here.length === 0) return { rows: now, last }
  const known = new Set(here.map(({ key }) => JSON.stringify(key)))
  const rows = now.filter((row) => !known.has(JSON.stringify(keyOf(table, row))))
  for (const { row } of here) if (row) rows.push(row)
  return { rows: rows.sort((a, b) => compareKeys(keyOf(table, a), keyOf(table, b))), last }
}

export const keyOf = ({ key }: ExportedTable, row: ArchiveRow): unknown[] => key.map((name) => row[name])

function compareKeys(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index]
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
    if (order !== 0) return order
  }
  return 0
}
