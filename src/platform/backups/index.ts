export { ArchiveError, readArchive, readHead } from './archive.ts'
export { restoreRows } from './archived-rows.ts'
export { keyOf } from './backup.ts'
export { type BackupState, Backups, intervalOf, sizeOf } from './backups.ts'
export { migrationsOf, quoted, type Table, tablesOf } from './catalogue.ts'
export { newBackupKey } from './cipher.ts'
export { CopyError, type CopyProgress, copyDatabase, isFinished } from './database-copy.ts'
export { differences } from './emptied-tables.ts'
export type { Manifest, Upload } from './manifest.ts'
export {
  accessOf,
  archiveKey,
  BackupRecord,
  type BucketAccess,
  isBucket,
  type Place,
  placeOf,
  recordsIn,
} from './place.ts'
export { linesOf, readConsistently } from './table-lines.ts'
export { compareContents, compareSizes, isAsWritten, type WrongCopies } from './upload-checks.ts'
