import { ArchiveError } from './archive.ts'

/** A backup couldn't be checked now, which says nothing about the backup. */
export class CheckError extends Error {}

/** SQLSTATE classes that rows of an archive cause: cardinality, data, constraints, unknown names, and triggers. */
const rowErrors = /^(?:21|22|23|42|P0)[0-9A-Z]{3}$/

/** Whether an error during a test restore proves that the archive is wrong; a full disk or a lost connection doesn't. */
export function isArchiveFault(error: unknown): error is Error {
  if (error instanceof ArchiveError) return true
  return error instanceof Error && rowErrors.test(String((error as NodeJS.ErrnoException).code ?? ''))
}
