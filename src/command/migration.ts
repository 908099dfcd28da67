import { archiveKey, Backups, placeOf } from '#platform/backups'
import { type Config, flagOf } from '#platform/config'
import { type AppliedMigration, type Driver, migrate, pendingMigrations } from '#platform/db'
import { FailedError } from './errors.ts'
import { KeptFiles } from './kept-files.ts'

/** What is done to a database that an earlier version has left, until it is certain that this one can go on with it. */
export interface Upgrade {
  /** What was changed; undefined where nothing was, or the database is new. */
  readonly report: UpgradeReport | undefined
  /** From now on there is no way back: called before anything is acknowledged. */
  keep(): Promise<void>
  /** Everything is as it was, where that can be; the error that says so, with what failed. The driver must be closed. */
  undo(error: unknown): Promise<unknown>
}

/** What an upgrade has done to a database, and how to go back. */
export interface UpgradeReport {
  readonly migrations: readonly AppliedMigration[]
  /** The backup from before, as `loquat restore` takes it; undefined where backups are turned off. */
  readonly backup: string | undefined
  /** A data directory, or undefined for a PostgreSQL server. */
  readonly dataDir: string | undefined
  /** With which it is encrypted. */
  readonly keyFile: string | undefined
}

/** For the log and for people, a line each. */
export function upgradeLines({ migrations, backup, dataDir, keyFile }: UpgradeReport): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const total = migrations.reduce((sum, { ms }) => sum + ms, 0)
  const named = migrations.map(({ name, ms }) => `${name} (${seconds(ms)})`).join(', ')
  const place = dataDir === undefined ? `${flagOf('databaseUrl')} URL` : `${flagOf('dataDir')} ${typed(dataDir)}`
  const key = keyFile === undefined ? '' : ` ${flagOf('backupKeyFile')} ${typed(keyFile)}`
  return [
    `The database was upgraded: ${migrations.length} migrations in ${seconds(total)}: ${named}`,
    backup === undefined
      ? `There is no backup from before the upgrade, because ${flagOf('backupEvery')} is off`
      : `The backup from before is ${backup}; to go back, stop the server, install the version before and run: loquat restore ${typed(backup)} --replace ${place}${key}`,
  ]
}

/** As it can be pasted into a shell. */
const typed = (text: string): string => (/^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

const nothing: Upgrade = { report: undefined, keep: async () => {}, undo: async (error) => error }

/**
 * Applies what is missing, all or nothing, after what is there was kept: a backup, and of an embedded database the files
 * too. A database with nothing in it needs neither.
 */
export async function upgrade(config: Config, driver: Driver): Promise<Upgrade> {
  return config.databaseUrl ? upgradeServer(config, driver) : upgradeFolder(config, driver)
}

async function upgradeFolder(config: Config, driver: Driver): Promise<Upgrade> {
  const { dataDir, backupKeyFile: keyFile } = config
  const files = new KeptFiles(dataDir)
  const isOld = await isBehind(driver)
  const backup = isOld ? await backUp(config, driver) : undefined
  if (isOld) await files.keep(driver)
  const undo = async (error: unknown) => {
    if (!files.areThere) return error
    await files.putBack()
    return undone(error, 'the database was restored, so you can start the old version')
  }
  try {
    const migrations = await migrate(driver)
    return { report: isOld ? { migrations, backup, dataDir, keyFile } : undefined, keep: () => files.forget(), undo }
  } catch (error) {
    if (!files.areThere) throw error
    await driver.close().catch(() => {})
    throw await undo(error)
  }
}

async function upgradeServer(config: Config, driver: Driver): Promise<Upgrade> {
  let backup: string | undefined
  let isOld = false
  let isStarted = false
  const migrations = await migrate(driver, async (isEmpty) => {
    isStarted = true
    isOld = !isEmpty
    if (isOld) backup = await backUp(config, driver)
  }).catch((error: unknown) => {
    throw error instanceof FailedError || !isStarted ? error : undone(error, 'nothing was changed')
  })
  if (!isOld) return nothing
  const advice = backup === undefined ? '' : `; to go back, run loquat restore --replace with ${backup}`
  return {
    report: { migrations, backup, dataDir: undefined, keyFile: config.backupKeyFile },
    keep: async () => {},
    undo: async (error) => undone(error, `the migrations are applied${advice}`),
  }
}

/** Makes the backup to go back to, restored on trial; answers where it is, undefined where backups are turned off. */
async function backUp(config: Config, driver: Driver): Promise<string | undefined> {
  if (config.backupEvery === 'off') return undefined
  // people wait for the server: it goes before other work on the machine
  const backups = new Backups({ config: { ...config, backupNice: 0 }, driver, now: () => new Date() })
  try {
    // of a server's database, which may be many times as large, an embedded one would have to be filled for that
    const { name } = await backups.make({ isBeforeUpgrade: true, check: !config.databaseUrl })
    return `${placeOf(config).address}/${archiveKey(name)}`
  } catch (error) {
    throw new FailedError(
      `this version upgrades the database, but the backup before it failed: ${(error as Error).message}; use ${flagOf('backupEvery')} off to skip it`,
    )
  }
}

/** Whether there is something to be kept, and something to be done to it. */
export async function isBehind(driver: Driver): Promise<boolean> {
  const connection = await driver.connect()
  try {
    const { rows } = await connection.query(`select to_regclass('organization') is not null as made`, [])
    if (!rows[0]?.made) return false
    return (await pendingMigrations(connection)).length > 0
  } finally {
    connection.release()
  }
}

const undone = (error: unknown, state: string): FailedError =>
  new FailedError(`the upgrade failed, and ${state}: ${(error as Error).message}`)
