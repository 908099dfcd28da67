import { type BackupRecord, placeOf } from '#platform/backups'
import type { Runtime } from '#platform/runtime'
import { FailedError } from '../errors.ts'

/** Makes a backup, and answers what came of it and where it is. */
export async function makeBackup(
  { backups, config }: Pick<Runtime, 'backups' | 'config'>,
  input: { to?: string | undefined; keyFile?: string | undefined; check: boolean },
): Promise<BackupRecord & { place: string }> {
  try {
    return { ...(await backups.make(input)), place: placeOf(config, input.to).address }
  } catch (error) {
    throw new FailedError(`the backup could not be made: ${(error as Error).message}`)
  }
}
