/**
 * The process in which backups are made and tried: beside the server, with low priority, so that reading, compressing
 * and encrypting everything holds nobody up. Bundled by itself; its other side is child.ts.
 */
import { rm } from 'node:fs/promises'
import { makeBackup, type Order } from './backup.ts'
import { BackupBusyError, withBackupLock } from './backup-lock.ts'
import { type BackupRecord, requireSound } from './place.ts'
import { tryRestore } from './trial-restore.ts'
import { removeUnneeded } from './unneeded.ts'

/** What this process is told: to make a backup, try it if `check` is on, and remove what the rules do not keep; or to try one. */
export type Task = { order: Order } & ({ make: true; check: boolean } | { check: string })
export type Told = Task | { copied: true } | { uncopied: string }
/** What it says: at first perhaps that it needs a copy of the files, in the end what came of it. */
export type Said = { copyTo: string } | { done: BackupRecord } | { failed: string; isBusy?: boolean }

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

async function perform(task: Task): Promise<BackupRecord> {
  const { order } = task
  if (!('make' in task)) return tryRestore(order, task.check)
  let record = await withBackupLock(order, (lock) => makeBackup(order, lock, copy))
  if (task.check) {
    // what it was made of makes room for what comes of it
    await rm(order.work, { recursive: true })
    record = await tryRestore(order, record.name)
    requireSound(record)
  }
  await withBackupLock({ config: order.config }, (lock) => removeUnneeded(order, lock))
  return record
}

// whoever asked is gone: nobody needs the answer
process.on('disconnect', () => process.exit(1))
process.on('message', async (told: Told) => {
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
