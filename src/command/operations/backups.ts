import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupRecord, type BucketAccess, placeOf } from '#platform/backups'
import type { Runtime } from '#platform/runtime'
import { FailedError } from '../errors.ts'
import type { ReportProgress } from './index.ts'

/** Makes a backup; returns its result and location. */
export async function makeBackup(
  { backups, config }: Pick<Runtime, 'backups' | 'config'>,
  input: {
    to?: string | undefined
    /** Credentials for a bucket; by default the server's. */
    access?: BucketAccess | undefined
    keyFile?: string | undefined
    check: boolean
  },
  tell?: ReportProgress,
): Promise<BackupRecord & { place: string }> {
  try {
    return { ...(await backups.make({ ...input, progress: tell })), place: placeOf(config, input.to).address }
  } catch (error) {
    throw new FailedError(`the backup could not be made: ${(error as Error).message}`)
  }
}

/** Copies the embedded database's files for a command that reads them while the server runs. */
export async function copyDatabaseFiles(
  { backups, config }: Pick<Runtime, 'backups' | 'config'>,
  _input: Record<string, never>,
): Promise<{ folder: string }> {
  const folder = join(config.dataDir, 'database.copied')
  await rm(folder, { recursive: true, force: true })
  try {
    await backups.copyFiles(folder)
    return { folder }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new FailedError(`the database could not be copied: ${(error as Error).message}`)
  }
}
