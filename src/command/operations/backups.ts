import { type BackupRecord, placeOf } from '#platform/backups'
import type { Runtime } from '#platform/runtime'
import { FailedError } from '../errors.ts'

/** Makes a backup, and answers what came of it and where it is. */
export async function makeBackup(
  { backups, config }: Pick<Runtime, 'backups' | 'config'>,
  { to, check }: { to?: string | undefined; check: boolean },
): Promise<BackupRecord & { place: string }> {
  try {
    return { ...(await backups.make({ to, check })), place: placeOf(config, to).address }
  } catch (error) {
    throw new FailedError(`the backup could not be made: ${(error as Error).message}`)
  }
}
