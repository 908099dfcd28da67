import type { Organization } from '#platform/organization'
import { Progress, type ReportPercent } from '../progress.ts'
import * as store from './store.ts'
import type { ExportedTable } from './tables.ts'

export async function progressOver(
  org: Organization,
  tables: readonly (readonly [name: string, table: ExportedTable])[],
  tell: ReportPercent | undefined,
): Promise<Progress> {
  let rows = 0
  let files = 0
  // one at a time: counting large tables is slow, and other requests run in between
  for (const [name] of tables) {
    const count = await org.db.read((tx) => store.countRows(tx, org.id, name), store.patience)
    rows += count
    if (name === 'attachment') files = count
  }
  return new Progress({ rows, files }, tell)
}
