import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config'
import { DatabaseFilesError, type Driver, type EmbeddedOptions, layNewDatabase, openEmbedded } from '#platform/db'
import { ifAbsent, syncTree, writeLasting } from '#platform/folders'
import { FailedError, UsageError } from './errors.ts'
import { makePrivate } from './private.ts'

/** Major version of the embedded PostgreSQL; it can't open files of another one. */
const postgres = '18'

/** A file next to the database, with facts about it. */
interface Record {
  /** When it was created, or first opened by a version that writes this file. */
  made: string
  /** Whether all writes are on disk, and writes wait for the disk. */
  synced: boolean
}
/** Marks a restore that didn't finish. */
export const unfinishedRestore = 'restore.unfinished'
const recordFile = (dataDir: string): string => join(dataDir, 'database.json')

/**
 * Opens the embedded database of a data directory, whose lock the caller holds. Creates one only if there's no sign of
 * an earlier one.
 */
export async function openFolder(
  config: Pick<Config, 'dataDir' | 'databaseCacheMb' | 'databaseSync' | 'databaseStatementSeconds'>,
  callbacks: Pick<EmbeddedOptions, 'lost' | 'opening'> = {},
): Promise<Driver> {
  const { dataDir, databaseCacheMb: cacheMb, databaseStatementSeconds: statementSecs } = config
  const sync = config.databaseSync === 'on'
  const folder = join(dataDir, 'database')
  try {
    if (!(await holdsDatabase(dataDir))) await make(dataDir, folder)
    await makePrivate(folder)
    const record = await readRecord(dataDir)
    if (sync && !record?.synced) await syncTree(folder)
    if (record?.synced !== sync) writeRecord(dataDir, { made: new Date().toISOString(), ...record, synced: sync })
    return await openEmbedded({ dataDir: folder, cacheMb, sync, statementSecs, ...callbacks })
  } catch (error) {
    throw inOneLine(error, dataDir)
  }
}

/**
 * Whether there's a database; false if one can be created. Throws if one is missing: after an incomplete backup, or if
 * the folder was emptied.
 */
export async function holdsDatabase(dataDir: string): Promise<boolean> {
  const folder = join(dataDir, 'database')
  if (existsSync(join(dataDir, unfinishedRestore)))
    throw refusal(`a restore into ${dataDir} was not finished: run it again with --replace`)
  const names = await readdir(folder).catch(ifAbsent)
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(ifAbsent))?.trim()
  if (version === postgres) return true
  if (version) throw refusal(`${folder} holds the files of PostgreSQL ${version}, and this is ${postgres}`)
  if (names && names.length > 0)
    throw refusal(
      `${folder} contains an incomplete database (PG_VERSION is missing); restore it from a backup, or move it away to start over`,
    )
  const trace = await traceOf(dataDir)
  if (trace)
    throw refusal(
      `${folder} is ${names ? 'empty' : 'missing'}, but ${trace} shows that there was a database; restore it from a backup, or move ${trace} away to start over`,
    )
  return false
}

/** Throws if the data directory has no database, and changes nothing: a mistyped path must not become a new server. */
export async function requireData(dataDir: string): Promise<void> {
  const isThere = await holdsDatabase(dataDir).catch((error: unknown) => {
    throw inOneLine(error, dataDir)
  })
  if (!isThere) throw refusal(noData(dataDir))
}

/** The error of all commands that don't create a database. `place`: a data directory or a PostgreSQL database. */
export const noData = (place: string): string =>
  `No Loquat data in ${place}; to set up a new server there, run 'loquat start'`

/** A file that only a used data directory has. */
async function traceOf(dataDir: string): Promise<string | undefined> {
  for (const name of ['database.json', 'secret.key', 'web-push.key'])
    if (existsSync(join(dataDir, name))) return join(dataDir, name)
  for (const [name, isOne] of belongings)
    if ((await readdir(join(dataDir, name)).catch(ifAbsent))?.some(isOne)) return join(dataDir, name)
}

/** Folders that a server fills, and the names that only a running server creates in them. */
const belongings: [folder: string, isOne: (name: string) => boolean][] = [
  ['uploads', (name) => name !== '.new'],
  ['backups', (name) => name.endsWith('.backup')],
]

async function make(dataDir: string, folder: string): Promise<void> {
  // left by an interrupted restore or an earlier version
  for (const name of await readdir(dataDir))
    if (name.startsWith('database.new')) await rm(join(dataDir, name), { recursive: true, force: true })
  await layNewDatabase(folder, { sync: true, migrated: true })
  writeRecord(dataDir, { made: new Date().toISOString(), synced: true })
}

const writeRecord = (dataDir: string, record: Record): void =>
  writeLasting(recordFile(dataDir), `${JSON.stringify(record)}\n`)

async function readRecord(dataDir: string): Promise<Record | undefined> {
  const text = await readFile(recordFile(dataDir), 'utf8').catch(ifAbsent)
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Record)
  } catch {
    return undefined
  }
}

/** Turns an error of the embedded database into one line that says what to do, if known. */
export function inOneLine(error: unknown, dataDir: string): unknown {
  const folder = join(dataDir, 'database')
  if (error instanceof DatabaseFilesError && !error.refused) return damaged(folder, error)
  if (error instanceof WebAssembly.RuntimeError) return damaged(folder, error)
  const { code = '', syscall, message } = error as NodeJS.ErrnoException
  // PostgreSQL's error classes: corrupt data, system errors, disk full
  if (/^XX00[12]$/.test(code)) return damaged(folder, error as Error)
  if (error instanceof DatabaseFilesError || syscall || /^(58|53)...$/.test(code))
    return new FailedError(`the database in ${folder} cannot be used: ${message}`)
  return error
}

const damaged = (folder: string, { message }: Error): FailedError =>
  new FailedError(`the database in ${folder} is damaged: ${message}; keep a copy of it, and restore a backup`)

const refusal = (text: string): UsageError => new UsageError(text, { hint: false })
