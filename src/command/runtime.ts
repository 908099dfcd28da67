import {
  type Config,
  ConfigError,
  databaseAddresses,
  flagOf,
  furtherDatabases,
  homeName,
  replicaAddresses,
} from '#platform/config'
import {
  Database,
  type Driver,
  JoinError,
  joinDatabases,
  NewerDatabaseError,
  openServer,
  Replicas,
  type ReportWork,
  UnfinishedCopyError,
} from '#platform/db'
import type { Runtime } from '#platform/runtime'
import type { Feature } from '#platform/serve'
import { FailedError, UsageError } from './errors.ts'
import { inOneLine, openFolder } from './folder.ts'
import { type Upgrade, type UpgradeReport, upgrade } from './migration.ts'
import { makeContentsPrivate } from './private.ts'
import { requireTables } from './unchanged.ts'

/** Checks options against each other and the files they name. Throws a {@link ConfigError}. */
export async function checkConfiguration(features: readonly Feature[], config: Config): Promise<void> {
  for (const { checkConfig } of features) checkConfig?.(config)
  if (config.natsUrl && !config.databaseUrl)
    throw new ConfigError(`${flagOf('natsUrl')} is for several processes, which require ${flagOf('databaseUrl')}`)
  if (config.natsUrl) (await import('#platform/runtime')).checkNatsAccess(config)
  if (config.databaseReadUrl && !config.databaseUrl)
    throw new ConfigError(`${flagOf('databaseReadUrl')} requires ${flagOf('databaseUrl')}`)
  if (config.databaseSessionUrl && !config.databaseUrl)
    throw new ConfigError(`${flagOf('databaseSessionUrl')} requires ${flagOf('databaseUrl')}`)
  if (config.databases && !config.databaseUrl)
    throw new ConfigError(`${flagOf('databases')} requires ${flagOf('databaseUrl')}`)
}

/** Loads the features and checks their configuration. */
async function usable(features: () => Promise<readonly Feature[]>, config: Config): Promise<readonly Feature[]> {
  const list = await features()
  try {
    await checkConfiguration(list, config)
    return list
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message)
    throw error
  }
}

interface Opening {
  /** Called for errors outside of requests. */
  readonly failed?: (what: string, error: unknown) => void
  /** Called with each database's changes once the upgrade is final. */
  readonly upgraded?: (report: UpgradeReport) => void
  /** Called while an upgrade backs up and migrates. */
  readonly progress?: ReportWork
  /** Whether an empty PostgreSQL database is set up. For the embedded one, the caller has checked. */
  readonly creates?: boolean
}

/** The configured database, migrated. Closed again if it can't be used. */
async function openDatabase(
  config: Config,
  loaded: () => Promise<unknown>,
  { failed = () => {}, creates = false, progress }: Opening,
  called = 'the PostgreSQL server',
): Promise<{ driver: Driver; upgrade: Upgrade }> {
  const { databaseUrl } = config
  await makeContentsPrivate(config.dataDir)
  // perf: code is loaded while a server is being connected to, or once the embedded database's thread is starting,
  // which loading would otherwise delay
  const load = () => void loaded().catch(() => {})
  if (databaseUrl) load()
  const driver = databaseUrl
    ? await openServer(databaseUrl, {
        sessionUrl: config.databaseSessionUrl,
        connections: config.databaseConnections,
        connectSecs: config.databaseConnectSeconds,
        statementSecs: config.databaseStatementSeconds,
      }).catch((error: Error) => {
        throw new UsageError(`can't use ${called}: ${error.message}`, { hint: false })
      })
    : await openFolder(config, {
        lost: (reason) => failed('the embedded database', new Error(reason)),
        opening: load,
      })
  try {
    await loaded()
    if (databaseUrl && !creates) await requireTables(driver, databaseUrl)
    return { driver, upgrade: await upgrade(config, driver, progress) }
  } catch (error) {
    // after a failure, closing may fail too
    await driver.close().catch(() => {})
    if (error instanceof UsageError || error instanceof FailedError) throw error
    if (error instanceof UnfinishedCopyError)
      throw new UsageError(`${error.message}: run 'loquat database copy' again to continue`, { hint: false })
    if (!(error instanceof NewerDatabaseError)) throw databaseUrl ? error : inOneLine(error, config.dataDir)
    throw new UsageError(error.message, { hint: false })
  }
}

/** Read replicas, opened in the background. */
function replicasOf(config: Config, failed: (error: Error) => void): Replicas | undefined {
  const { databaseReadUrl: urls, databaseConnections: connections, databaseStatementSeconds: statementSecs } = config
  if (urls === undefined) return undefined
  const open = replicaAddresses(urls)
    .flatMap(databaseAddresses)
    .map((url) => () => openServer(url, { connections, connectSecs: 1, statementSecs, canFollow: true }))
  return new Replicas(open, failed)
}

interface Opened {
  readonly runtime: Runtime
  close(): Promise<void>
  /** The changes made to the database when it was opened. */
  readonly upgrade: Uncertain
}

/** The changes to all databases. */
interface Uncertain extends Omit<Upgrade, 'report'> {
  readonly reports: readonly UpgradeReport[]
}

/** Opens the organizations of the configured databases, without HTTP. Upgrades are final. */
export async function openRuntime(
  config: Config,
  features: () => Promise<readonly Feature[]>,
  opening: Opening = {},
): Promise<Omit<Opened, 'upgrade'>> {
  const { upgrade, ...opened } = await openUncertain(config, features, opening)
  await upgrade.keep()
  for (const report of upgrade.reports) opening.upgraded?.(report)
  return opened
}

/** The same, while upgrades can still be undone. */
export async function openUncertain(
  config: Config,
  features: () => Promise<readonly Feature[]>,
  opening: Opening = {},
): Promise<Opened> {
  const { failed = () => {} } = opening
  let loading: Promise<readonly Feature[]> | undefined
  const loaded = () => {
    loading ??= usable(features, config)
    return loading
  }
  // databases first, so that they're all either open or closed when this returns
  const home = await openDatabase(config, loaded, opening)
  const opened = [{ name: homeName, config, ...home }]
  try {
    for (const { name, config: own } of furtherDatabases(config))
      opened.push({ name, config: own, ...(await openDatabase(own, loaded, opening, `the database '${name}'`)) })
    await joinDatabases(home.driver, new Map(opened.slice(1).map(({ name, driver }) => [name, driver])))
    const [list, { natsBus, Runtime, serverBus }] = await Promise.all([loaded(), import('#platform/runtime')])
    const runtimes = opened.map(({ config, driver }) => {
      const hasOthers = driver.kind === 'server'
      const byDatabase = serverBus(driver, (error) => failed('notifications between processes', error))
      const byNats = () => natsBus(config, (error) => failed('NATS', error), byDatabase)
      const bus = hasOthers ? { bus: config.natsUrl ? byNats() : byDatabase } : {}
      const replicas = replicasOf(config, (error) => failed('reading from replicas', error))
      return new Runtime({ config, db: new Database(driver, replicas), features: list, ...bus })
    })
    const [runtime, ...further] = runtimes as [Runtime, ...Runtime[]]
    for (const [index, one] of further.entries()) runtime.registry.join(opened[index + 1]?.name as string, one)
    return {
      runtime,
      upgrade: together(opened.map(({ upgrade }) => upgrade)),
      async close() {
        await Promise.all(runtimes.map((one) => one.stop()))
        await Promise.all(runtimes.map(({ db }) => db.close()))
      },
    }
  } catch (error) {
    await Promise.all(opened.map(({ driver }) => driver.close().catch(() => {})))
    if (error instanceof JoinError)
      throw new UsageError(`the databases cannot be used together: ${error.message}`, { hint: false })
    throw error
  }
}

const together = (upgrades: readonly Upgrade[]): Uncertain => ({
  reports: upgrades.flatMap(({ report }) => report ?? []),
  async keep() {
    for (const one of upgrades) await one.keep()
  },
  async undo(error) {
    let told = error
    for (const one of upgrades) told = await one.undo(told)
    return told
  },
})
