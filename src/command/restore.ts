import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveError, compareContents, compareSizes, type Manifest, restoreRows, type Upload } from '#platform/backups'
import { openBlobs, StoreRefusal } from '#platform/blobs'
import { type Config, ConfigError, sessionAddress } from '#platform/config'
import { NewerDatabaseError, openEmbedded, type ReportWork, unhurried } from '#platform/db'
import { syncFolder, syncTree, writeLasting } from '#platform/folders'
import { counted } from './counted.ts'
import { FailedError, UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { unfinishedRestore } from './folder.ts'
import { checkBackup, type Found, findBackup } from './found-backup.ts'
import { keepForAll } from './kept-commands.ts'
import { Lock } from './lock.ts'
import { jsonFlag as json } from './org.ts'
import { makePrivate } from './private.ts'
import { progressBar } from './progress-bar.ts'
import { restoreUploads } from './restored-uploads.ts'
import type { Means } from './terminal.ts'
import { refuseUsed, serverAt } from './unchanged.ts'

export const restore = (means: Means): Command => ({
  name: 'restore',
  summary: 'Restore a backup to an empty data directory or database',
  about:
    'FILE is an archive, or a folder or bucket whose newest backup is used. The archive is read to the end before anything is changed, and the result is compared with it. The server must be stopped.',
  takes: ['FILE'],
  flags: {
    replace: { doc: 'Replace the existing database.' },
    'check-only': { doc: 'Check the backup and all uploaded files without restoring anything.' },
    json,
  },
  uses: ['backups', 'storage'],
  async run({ config, flags: _, switches, taken }) {
    const progress = progressBar(means.terminal, switches.has('json'))
    try {
      const backup = await findBackup(config, taken[0] as string)
      const isCheck = switches.has('check-only')
      // a restore compares contents while it reads the files
      const checked = await checkBackup(backup, isCheck ? compareContents : compareSizes, progress.tell)
      if (isCheck) {
        progress.end()
        return say(means, checked.manifest, 'is whole', backup, switches.has('json'))
      }
      const manifest = await restoreFrom(config, backup, checked.uploads, switches.has('replace'), progress.tell)
      progress.end()
      say(means, manifest, 'was restored', backup, switches.has('json'))
    } catch (error) {
      progress.end()
      throw inOneLine(error, taken[0] as string)
    }
  },
})

async function restoreFrom(
  config: Config,
  backup: Found,
  uploads: readonly Upload[],
  replaces: boolean,
  progress: ReportWork,
): Promise<Manifest> {
  const lock = await Lock.take(config.dataDir, 'restore')
  try {
    const url = sessionAddress(config)
    return url
      ? await intoServer(config, url, backup, uploads, replaces, progress)
      : await intoFolder(config, backup, uploads, replaces, progress)
  } finally {
    await lock.release()
  }
}

/** In one transaction: an interrupted restore leaves the previous state. */
async function intoServer(
  config: Config,
  url: string,
  backup: Found,
  uploads: readonly Upload[],
  replaces: boolean,
  progress: ReportWork,
): Promise<Manifest> {
  const driver = await serverAt(url, config)
  try {
    await refuseUsed(driver)
    const connection = await driver.connect(unhurried)
    try {
      const { rows } = await connection.query(
        `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
        [],
      )
      if (rows[0]?.count && !replaces) throw notEmpty(`the database at ${new URL(url).host}`)
      const emptied = replaces ? 'drop schema public cascade; create schema public;' : ''
      const { keys, reader } = collecting()
      await restoreUploads(backup.place, openBlobs(config), uploads, backup.key, progress)
      const manifest = await restoreRows(connection, await backup.open(), backup.key, { ...reader, emptied, progress })
      await keepForAll(connection, 'restore', { backup: backup.name, made_at: manifest.made_at })
      await writeKeys(config.dataDir, keys)
      return manifest
    } finally {
      connection.release()
    }
  } finally {
    await driver.close()
  }
}

/** Restores to a temporary folder, which is renamed when complete. */
async function intoFolder(
  config: Config,
  backup: Found,
  uploads: readonly Upload[],
  replaces: boolean,
  progress: ReportWork,
): Promise<Manifest> {
  const { dataDir } = config
  const [folder, fresh, before] = ['database', 'database.new', 'database.replaced'].map((name) =>
    join(dataDir, name),
  ) as [string, string, string]
  const found = await readdir(folder).catch(() => [])
  const kept = await readdir(join(dataDir, 'uploads')).catch(() => [])
  const mark = join(dataDir, unfinishedRestore)
  const isAgain = (await stat(mark).catch(() => undefined)) !== undefined && found.length === 0
  if ((found.length > 0 || kept.some((name) => name !== '.new')) && !replaces && !isAgain) throw notEmpty(dataDir)
  writeLasting(mark, `${backup.name}\n`)
  await rm(fresh, { recursive: true, force: true })
  await restoreUploads(backup.place, openBlobs(config), uploads, backup.key, progress)
  const { keys, reader } = collecting()
  // all files are synced together before the rename
  const driver = await openEmbedded({ dataDir: fresh, sync: false })
  let manifest: Manifest
  try {
    const connection = await driver.connect(unhurried)
    try {
      manifest = await restoreRows(connection, await backup.open(), backup.key, { ...reader, progress })
      await keepForAll(connection, 'restore', { backup: backup.name, made_at: manifest.made_at })
    } finally {
      connection.release()
    }
  } finally {
    await driver.close()
  }
  await makePrivate(fresh)
  await syncTree(fresh)
  await rm(before, { recursive: true, force: true })
  await writeKeys(dataDir, keys)
  if (found.length > 0) await rename(folder, before)
  else await rm(folder, { recursive: true, force: true })
  await rename(fresh, folder)
  syncFolder(dataDir)
  writeLasting(join(dataDir, 'database.json'), `${JSON.stringify({ made: new Date().toISOString(), synced: true })}\n`)
  await rm(mark)
  syncFolder(dataDir)
  return manifest
}

function collecting() {
  const keys = new Map<string, Buffer>()
  return { keys, reader: { key: (name: string, content: Buffer) => void keys.set(name, content) } }
}

/** The backup's keys, because its rows are sealed with them. */
async function writeKeys(dataDir: string, keys: ReadonlyMap<string, Buffer>): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const [name, content] of keys) {
    const fresh = join(dataDir, `${name}.new`)
    await writeFile(fresh, content, { mode: 0o600 })
    await chmod(fresh, 0o600)
    await rename(fresh, join(dataDir, name))
  }
  syncFolder(dataDir)
}

const notEmpty = (what: string): UsageError =>
  new UsageError(`${what} is not empty; use --replace to overwrite it`, { hint: false })

function inOneLine(error: unknown, given: string): unknown {
  if (error instanceof ArchiveError || error instanceof StoreRefusal)
    return new FailedError(`${given} can't be restored: ${error.message}`)
  if (error instanceof ConfigError) return new UsageError(error.message)
  if (error instanceof NewerDatabaseError)
    return new FailedError(`${given} can't be restored: it was made by a newer version of Loquat`)
  const { code = '', message } = error as NodeJS.ErrnoException
  if (/^(?:E[A-Z]+|[0-9A-Z]{5})$/.test(code)) return new FailedError(`${given} can't be restored: ${message}`)
  return error
}

function say({ terminal }: Means, manifest: Manifest, became: string, { name }: Found, isJson: boolean): void {
  const rows = manifest.tables.reduce((total, { rows }) => total + rows, 0)
  const { made_at, uploads, server } = manifest
  if (isJson) terminal.say(JSON.stringify({ name, made_at, server, rows, files: uploads.count }))
  else
    terminal.say(
      `${name}, made ${made_at} by ${server}, ${became}: ${counted(rows, 'row')} and ${counted(uploads.count, 'file')}`,
    )
}
