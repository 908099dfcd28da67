export { sql } from 'kysely'
export { Database, runBefore, type Session, type Tx } from './database.ts'
export { type Connection, type CostAccount, type Driver, type Patience, unhurried } from './driver.ts'
export { type EmbeddedOptions, openEmbedded } from './embedded.ts'
export { DatabaseFilesError } from './files-error.ts'
export { giveIdsAbove, JoinError, joinDatabases } from './joined.ts'
export { anyOf, anyTextOf, insertRows, jsonb, lowered, numbersIn } from './lists.ts'
export {
  type AppliedMigration,
  copyTable,
  type Migration,
  migrate,
  migrationScripts,
  migrationsNamed,
  NewerDatabaseError,
  pendingMigrations,
  UnfinishedCopyError,
} from './migrate.ts'
export { inAnotherPlace, leftAlone, leftAloneSql } from './moving-organizations.ts'
export { layNewDatabase } from './new-database.ts'
export { beyondNewest, newestOfUser } from './newest.ts'
export { copyOnline } from './online-copy.ts'
export { dumpEmbedded } from './pglite.ts'
export { linesIn, type ReportWork, type WorkProgress } from './progress.ts'
export { countRows, raw, type Sizes, sizesOf } from './raw.ts'
export { Replicas } from './replicas.ts'
export type { Changes, NewRow, Row } from './rows.ts'
export { missingFromSchema } from './schema.ts'
export { openServer } from './server/server.ts'
export type { Tables } from './tables.generated.ts'
export { DatabaseUnavailable } from './unavailable.ts'
export { clearDeadRows, Upkeep } from './upkeep.ts'
