import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection, Driver } from './driver.ts'
import { unhurried } from './driver.ts'

const segment = /^[0-9A-F]{24}$/
const log = 'pg_wal'
/** Files that PostgreSQL's base backups leave out too. */
const left = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'backup_label.old'])

/**
 * Copies a running database like PostgreSQL's base backups do: from `pg_backup_start` on, the log holds full pages, so
 * that opening the copy repairs files that changed while being copied, giving the state at `pg_backup_stop`. If it
 * throws, `to` is incomplete.
 */
export async function copyOnline(driver: Driver, from: string, to: string, signal?: AbortSignal): Promise<void> {
  driver.keepLog?.(true)
  try {
    const first = await ask(driver, `select pg_walfile_name(pg_backup_start('loquat', true)) as segment`)
    await copyFolder(from, to, signal)
    // last, because it says where recovery starts
    await copyInto(join(from, 'global/pg_control'), join(to, 'global/pg_control'))
    const stopped = await ask(driver, 'select pg_walfile_name(lsn) as segment, labelfile from pg_backup_stop(false)')
    await writeFile(join(to, 'backup_label'), stopped.labelfile as string, { mode: 0o600 })
    await copyLog(join(from, log), join(to, log), first.segment as string, stopped.segment as string)
  } finally {
    driver.keepLog?.(false)
  }
}

async function ask(driver: Driver, sql: string): Promise<Record<string, unknown>> {
  const connection: Connection = await driver.connect(unhurried)
  try {
    return (await connection.query(sql, [])).rows[0] as Record<string, unknown>
  } finally {
    connection.release()
  }
}

async function copyFolder(from: string, to: string, signal: AbortSignal | undefined): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (left.has(entry.name)) continue
    signal?.throwIfAborted()
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isFile()) await copyInto(source, target)
    else if (entry.name === log)
      for (const folder of ['archive_status', 'summaries'])
        await mkdir(join(target, folder), { recursive: true, mode: 0o700 })
    else if (entry.isDirectory()) await copyFolder(source, target, signal)
  }
}

/** Tables dropped during the copy have no file; the log covers that. */
async function copyInto(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function copyLog(from: string, to: string, first: string, last: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => segment.test(name) && name >= first && name <= last)
  for (const name of names) await copyInto(join(from, name), join(to, name))
  // recycled segments get a new name, so those that still exist were copied whole
  const still = new Set(await readdir(from))
  if (!names.includes(first) || !names.includes(last) || names.some((name) => !still.has(name)))
    throw new Error('the log of the database went on too quickly to be copied')
}
