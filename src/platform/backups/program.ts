/**
 * The process in which backups are made and tried: beside the server, with low priority, so that reading, compressing
 * and encrypting everything holds nobody up. Bundled by itself; its other side is child.ts.
 */
import { makeBackup, type Order } from './backup.ts'
import { tryRestore } from './trial-restore.ts'
import { removeUnneeded } from './unneeded.ts'

/** What this process is told. */
export type Task = { order: Order } & ({ make: true } | { check: string } | { removeUnneeded: true })
export type Told = Task | { copied: true } | { uncopied: string }
/** What it says: at first perhaps that it needs a copy of the files, in the end what came of it. */
export type Said = { copyTo: string } | { done: unknown } | { failed: string }

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

async function perform(task: Task): Promise<unknown> {
  if ('make' in task) return makeBackup(task.order, copy)
  if ('check' in task) return tryRestore(task.order, task.check)
  return removeUnneeded(task.order)
}

// whoever asked is gone: nobody needs the answer
process.on('disconnect', () => process.exit(1))
process.on('message', async (told: Told) => {
  if ('copied' in told) return copied?.resolve()
  if ('uncopied' in told) return copied?.reject(new Error(told.uncopied))
  try {
    await say({ done: (await perform(told)) ?? null })
    process.exit(0)
  } catch (error) {
    const { message, cause } = error as Error
    await say({ failed: cause instanceof Error ? `${message}: ${cause.message}` : message })
    process.exit(1)
  }
})
