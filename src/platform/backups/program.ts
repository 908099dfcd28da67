/** Makes and checks backups in a low-priority process, so that it doesn't block the server. */
import { rm } from 'node:fs/promises'
import type { ReportWork, WorkProgress } from '#platform/db'
import { makeBackup, type Order } from './backup.ts'
import { BackupBusyError, withBackupLock } from './backup-lock.ts'
import { type BackupRecord, requireSound } from './place.ts'
import { tryRestore } from './trial-restore.ts'
import { removeUnneeded } from './unneeded.ts'

/** Makes a backup and applies the keep rules, or checks the named backup. */
export type Task = { order: Order } & ({ make: true; check: boolean; showsProgress: boolean } | { check: string })
export type Command = Task | { copied: true } | { uncopied: string }
/** Its messages: a request for a copy of the database files, warnings for the log, and finally the outcome. */
export type Said =
  | { copyTo: string }
  | { warning: string }
  | { progress: WorkProgress }
  | { done: BackupRecord }
  | { failed: string; isBusy?: boolean }

const say = (said: Said): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(said, () => resolve())
  })

let copied: { resolve(): void; reject(error: Error): void } | undefined
const copy = (folder: string) =>
  new Promise<void>((resolve, reject) => {
    copied = { resolve, reject }
    void say({ copyTo: folder })
  })

const progressEveryMs = 200

/** Reports progress, but not each chunk. */
function reporting(): ReportWork {
  let saidAt = 0
  return (progress) => {
    if (Date.now() - saidAt < progressEveryMs) return
    saidAt = Date.now()
    void say({ progress })
  }
}

async function perform(task: Task): Promise<BackupRecord> {
  const { order } = task
  if (!('make' in task)) return tryRestore(order, task.check)
  const progress = task.showsProgress ? reporting() : undefined
  let record = await withBackupLock(order, (lock) => makeBackup(order, lock, copy, progress))
  if (task.check) {
    // free the disk space before restoring
    await rm(order.work, { recursive: true })
    record = await tryRestore(order, record.name, progress)
    requireSound(record)
  }
  for (const warning of await removeUnneeded(order)) await say({ warning })
  return record
}

// the parent is gone
process.on('disconnect', () => process.exit(1))
process.on('message', async (told: Command) => {
  if ('copied' in told) return copied?.resolve()
  if ('uncopied' in told) return copied?.reject(new Error(told.uncopied))
  try {
    await say({ done: await perform(told) })
    process.exit(0)
  } catch (error) {
    const { message, cause } = error as Error
    await say({
      failed: cause instanceof Error ? `${message}: ${cause.message}` : message,
      isBusy: error instanceof BackupBusyError,
    })
    process.exit(1)
  }
})
