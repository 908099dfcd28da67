import { archiveKey, Backups, placeOf } from '#platform/backups'
import { type Config, flagOf } from '#platform/config'
import { type AppliedMigration, type Driver, migrate, pendingMigrations, type ReportWork } from '#platform/db'
import { counted } from './counted.ts'
import { FailedError } from './errors.ts'
import { KeptFiles } from './kept-files.ts'

/** An upgrade of a database, until it's certain that this version works with it. */
export interface Upgrade {
  /** The changes; undefined if there were none, or the database is new. */
  readonly report: UpgradeReport | undefined
  /** Makes the upgrade final; call it before anything is acknowledged. */
  keep(): Promise<void>
  /**
   * Restores the previous state if possible, and returns an error that says so, with the cause. The driver must be
   * closed.
   */
  undo(error: unknown): Promise<unknown>
}

/** What an upgrade changed, and how to go back. */
export interface UpgradeReport {
  readonly migrations: readonly AppliedMigration[]
  /** The backup from before the upgrade, for `loquat restore`; undefined if backups are turned off. */
  readonly backup: string | undefined
  /** A data directory, or undefined for a PostgreSQL server. */
  readonly dataDir: string | undefined
  /** The backup's encryption key. */
  readonly keyFile: string | undefined
}

/** Lines for the log and the operator. */
export function upgradeLines({ migrations, backup, dataDir, keyFile }: UpgradeReport): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const total = migrations.reduce((sum, { ms }) => sum + ms, 0)
  const named = migrations.map(({ name, ms }) => `${name} (${seconds(ms)})`).join(', ')
  const place = dataDir === undefined ? `${flagOf('databaseUrl')} URL` : `${flagOf('dataDir')} ${typed(dataDir)}`
  const key = keyFile === undefined ? '' : ` ${flagOf('backupKeyFile')} ${typed(keyFile)}`
  return [
    `The database was upgraded: ${counted(migrations.length, 'migration')} in ${seconds(total)}: ${named}`,
    backup === undefined
      ? `There is no backup from before the upgrade, because ${flagOf('backupEvery')} is off`
      : `The backup from before is ${backup}; to go back, stop the server, install the version before and run: loquat restore ${typed(backup)} --replace ${place}${key}`,
  ]
}

/** Quotes a shell argument if needed. */
const typed = (text: string): string => (/^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

const nothing: Upgrade = { report: undefined, keep: async () => {}, undo: async (error) => error }

/**
 * Applies pending migrations, all or none, after a backup; an embedded database's files are also kept. An empty
 * database needs neither.
 */
export async function upgrade(config: Config, driver: Driver, progress?: ReportWork): Promise<Upgrade> {
  return config.databaseUrl ? upgradeServer(config, driver, progress) : upgradeFolder(config, driver, progress)
}

async function upgradeFolder(config: Config, driver: Driver, progress?: ReportWork): Promise<Upgrade> {
  const { dataDir, backupKeyFile: keyFile } = config
  const files = new KeptFiles(dataDir)
  const isOld = await isBehind(driver)
  const backup = isOld ? await backUp(config, driver, progress) : undefined
  if (isOld) await files.keep(driver)
  const undo = async (error: unknown) => {
    if (!files.areThere) return error
    await files.putBack()
    return undone(error, 'the database was restored, so you can start the old version')
  }
  try {
    const migrations = await migrate(driver, undefined, progress)
    return { report: isOld ? { migrations, backup, dataDir, keyFile } : undefined, keep: () => files.forget(), undo }
  } catch (error) {
    if (!files.areThere) throw error
    await driver.close().catch(() => {})
    throw await undo(error)
  }
}

async function upgradeServer(config: Config, driver: Driver, progress?: ReportWork): Promise<Upgrade> {
  let backup: string | undefined
  let isOld = false
  let isStarted = false
  const migrations = await migrate(
    driver,
    async (isEmpty) => {
      isStarted = true
      isOld = !isEmpty
      if (isOld) backup = await backUp(config, driver, progress)
    },
    progress,
  ).catch((error: unknown) => {
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

/** Makes and verifies the backup; returns its path, or undefined if backups are turned off. */
async function backUp(config: Config, driver: Driver, progress?: ReportWork): Promise<string | undefined> {
  if (config.backupEvery === 'off') return undefined
  // users are waiting for the server, so the backup isn't slowed down
  const backups = new Backups({ config: { ...config, backupNice: 0 }, driver, now: () => new Date() })
  try {
    // a PostgreSQL database may be many times as large as an embedded one that a trial restore would fill
    const { name } = await backups.make({ isBeforeUpgrade: true, check: !config.databaseUrl, progress })
    return `${placeOf(config).address}/${archiveKey(name)}`
  } catch (error) {
    throw new FailedError(
      `this version upgrades the database, but the backup before it failed: ${(error as Error).message}; use ${flagOf('backupEvery')} off to skip it`,
    )
  }
}

/** Whether the database has data and pending migrations. */
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
