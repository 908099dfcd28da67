import { readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CopyError, type CopyProgress, copyDatabase as copyRows, isFinished } from '#platform/backups'
import { type Config, flagOf } from '#platform/config'
import {
  type Connection,
  type Driver,
  NewerDatabaseError,
  openEmbedded,
  type ReportWork,
  unhurried,
} from '#platform/db'
import { syncFolder, syncTree, writeLasting } from '#platform/folders'
import { callControl } from './control-call.ts'
import { counted, wasOrWere } from './counted.ts'
import { FailedError, UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { holdsDatabase } from './folder.ts'
import { keepForAll } from './kept-commands.ts'
import { holderOf, Lock } from './lock.ts'
import { jsonFlag as json } from './org.ts'
import { makePrivate } from './private.ts'
import { progressBar } from './progress-bar.ts'
import type { Means } from './terminal.ts'
import { isUsed, openUnchanged, refuseUsed, serverAt } from './unchanged.ts'

const isServer = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place)

export const copyDatabase = (means: Means): Command => ({
  name: 'database copy',
  summary: 'Copy the database from a data directory to a PostgreSQL server, or back',
  about:
    'The target must be empty. A server can keep using the source: then stop it after the copy, and run the command again to copy changes and compare everything. An interrupted copy continues in the same way. Uploads and keys stay in the data directory: only the database is copied.',
  flags: {
    from: { value: 'DIR|URL', doc: 'Source: a data directory or postgres://…', required: true },
    to: { value: 'DIR|URL', doc: 'Target: postgres://… or a data directory.', required: true },
    json,
  },
  async run({ config, flags, switches }) {
    const [from, to] = [flags.from as string, flags.to as string]
    if (isServer(from) === isServer(to))
      throw new UsageError('one of --from and --to must be a data directory and the other postgres://…')
    const isJson = switches.has('json')
    const bar = progressBar(means.terminal, isJson)
    const say = (line: string) => {
      bar.end()
      if (!isJson) means.terminal.say(line)
    }
    try {
      const { sums, isLast } = await copy(config, from, to, say, bar.tell)
      bar.end()
      const rows = sums.reduce((total, { rows }) => total + rows, 0)
      if (isJson) means.terminal.say(JSON.stringify({ finished: isLast, tables: sums.length, rows, sums }))
      else if (isLast) {
        means.terminal.say(
          `${counted(rows, 'row')} of ${counted(sums.length, 'table')} ${wasOrWere(rows)} copied and compared`,
        )
        means.terminal.say(nextStep(from, to))
      } else {
        means.terminal.say(
          `${counted(rows, 'row')} of ${counted(sums.length, 'table')} ${wasOrWere(rows)} copied while a server works with them`,
        )
        means.terminal.say('Stop the server and run the command again to copy what has changed since')
      }
    } catch (error) {
      bar.end()
      if (error instanceof CopyError || error instanceof NewerDatabaseError) throw new FailedError(error.message)
      const { code = '', message } = error as NodeJS.ErrnoException
      if (/^(?:E[A-Z]+|[0-9A-Z]{5})$/.test(code)) throw new FailedError(message)
      throw error
    }
  },
})

const kindOf = (place: string): string => (isServer(place) ? 'a PostgreSQL server' : 'a data directory')

/** URLs contain passwords, so they aren't repeated. */
const nextStep = (from: string, to: string): string =>
  isServer(to)
    ? `Start the server with ${flagOf('dataDir')} ${from} and ${flagOf('databaseUrl')}; uploads and keys are used from there`
    : `Start the server with ${flagOf('dataDir')} ${resolve(to)} and without ${flagOf('databaseUrl')}; it needs uploads and secret.key of the data directory from before there`

async function copy(config: Config, from: string, to: string, say: (line: string) => void, work: ReportWork) {
  const source = await openSource(placed(config, from))
  try {
    const target = isServer(to) ? await serverTarget(config, to) : await folderTarget(resolve(to))
    let close = () => target.driver.close()
    try {
      const { isLast } = source
      const progress = ({ table, rows, written }: CopyProgress) =>
        say(`${table}: ${counted(rows, 'row')}${written === rows ? '' : `, ${written} of them copied again`}`)
      const sums = await withConnections(source.driver, target.driver, async (one, other) => {
        const sums = await copyRows(one, other, { isLast, progress, work })
        if (isLast) await keepForAll(other, 'database copy', { from: kindOf(from), to: kindOf(to) })
        return sums
      })
      await close()
      close = async () => {}
      if (isLast) await target.keep()
      return { sums, isLast }
    } finally {
      await close()
      await target.release()
    }
  } finally {
    await source.close()
  }
}

interface Source {
  readonly driver: Driver
  /** No other process writes to it. */
  readonly isLast: boolean
  close(): Promise<void>
}

/** The database itself, or a copy of it if a server is running. */
async function openSource(config: Config): Promise<Source> {
  const holder = config.databaseUrl ? undefined : await holderOf(config.dataDir)
  if (!holder?.control) {
    const source = await openUnchanged(config, 'database copy')
    return { ...source, isLast: !(config.databaseUrl && (await isUsed(source.driver))) }
  }
  const { folder } = await callControl(holder.control, 'copyDatabaseFiles', {})
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    // it's read once and then deleted
    const driver = await openEmbedded({ dataDir: folder, sync: false })
    return {
      driver,
      isLast: false,
      async close() {
        await driver.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

const placed = (config: Config, place: string): Config =>
  isServer(place)
    ? { ...config, databaseUrl: place, databaseSessionUrl: undefined }
    : { ...config, dataDir: place, databaseUrl: undefined, databaseSessionUrl: undefined }

interface Target {
  readonly driver: Driver
  /** Call this when everything is copied and the driver is closed. */
  keep(): Promise<void>
  release(): Promise<void>
}

async function serverTarget(config: Config, url: string): Promise<Target> {
  const driver = await serverAt(url, config)
  await refuseUsed(driver)
  return { driver, keep: async () => {}, release: async () => {} }
}

/** Builds the database in a temporary folder and renames it when complete. */
async function folderTarget(dataDir: string): Promise<Target> {
  const lock = await Lock.take(dataDir, 'database copy')
  try {
    const [folder, fresh] = [join(dataDir, 'database'), join(dataDir, 'database.copy')]
    const found = await readdir(folder).catch(() => [])
    if (found.length > 0 && (await holdsDatabase(dataDir)))
      throw new UsageError(`${dataDir} already contains a database`, { hint: false })
    const driver = await openFresh(fresh)
    return {
      driver,
      async keep() {
        await makePrivate(fresh)
        await syncTree(fresh)
        await rm(folder, { recursive: true, force: true })
        await rename(fresh, folder)
        syncFolder(dataDir)
        writeLasting(
          join(dataDir, 'database.json'),
          `${JSON.stringify({ made: new Date().toISOString(), synced: true })}\n`,
        )
      },
      release: () => lock.release(),
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * An empty folder for a copy. A copy that was interrupted after its last row but before its rename starts over: the
 * source may have changed.
 */
async function openFresh(fresh: string): Promise<Driver> {
  const driver = await openEmbedded({ dataDir: fresh, sync: true })
  const connection = await driver.connect(unhurried)
  const isOld = await isFinished(connection).finally(() => connection.release())
  if (!isOld) return driver
  await driver.close()
  await rm(fresh, { recursive: true, force: true })
  return openEmbedded({ dataDir: fresh, sync: true })
}

async function withConnections<T>(
  from: Driver,
  to: Driver,
  work: (from: Connection, to: Connection) => Promise<T>,
): Promise<T> {
  const source = await from.connect(unhurried)
  try {
    const target = await to.connect(unhurried)
    try {
      return await work(source, target)
    } finally {
      target.release()
    }
  } finally {
    source.release()
  }
}
