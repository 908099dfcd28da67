import type { Organization } from '#platform/organization'
import { Progress, type TellPercent } from '../progress.ts'
import * as store from './store.ts'
import type { ExportedTable } from './tables.ts'

/** How far an archive of some tables is, by the rows that they have now. */
export async function progressOver(
  org: Organization,
  tables: readonly (readonly [name: string, table: ExportedTable])[],
  tell: TellPercent | undefined,
): Promise<Progress> {
  let rows = 0
  let files = 0
  // one after the other: counting takes as long as there is much, and others have their turn in between
  for (const [name] of tables) {
    const count = await org.db.read((tx) => store.countRows(tx, org.id, name), store.patience)
    rows += count
    if (name === 'attachment') files = count
  }
  return new Progress({ rows, files }, tell)
}
