import { type Config, databaseAddresses, databaseHosts, sessionAddress } from '#platform/config'
import { copyTable, type Driver, openServer } from '#platform/db'
import { UsageError } from './errors.ts'
import { noData, openFolder, requireData } from './folder.ts'
import { Lock } from './lock.ts'

/** Opens the configured database without applying migrations; throws if there's none. */
export async function openUnchanged(
  config: Config,
  command: string,
): Promise<{ driver: Driver; close(): Promise<void> }> {
  const url = sessionAddress(config)
  if (url) {
    const driver = await serverAt(url, config)
    try {
      await requireTables(driver, url)
      return { driver, close: () => driver.close() }
    } catch (error) {
      await driver.close()
      throw error
    }
  }
  await requireData(config.dataDir)
  const lock = await Lock.take(config.dataDir, command)
  try {
    const driver = await openFolder({ ...config, databaseStatementSeconds: Number.POSITIVE_INFINITY })
    return {
      driver,
      async close() {
        await driver.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

export const serverAt = (url: string, config: Config): Promise<Driver> =>
  openServer(url, { connections: 2, connectSecs: config.databaseConnectSeconds }).catch((error: Error) => {
    throw new UsageError(`can't use the PostgreSQL server: ${error.message}`, { hint: false })
  })

/** Like `requireData()`, for a database of a PostgreSQL server. */
export async function requireTables(driver: Driver, url: string): Promise<void> {
  const connection = await driver.connect()
  try {
    // an unfinished copy isn't an empty database: opening it says what to do
    const { rows } = await connection.query(
      `select coalesce(to_regclass('organization'), to_regclass('${copyTable}')) is not null as made`,
      [],
    )
    if (rows[0]?.made) return
  } finally {
    connection.release()
  }
  const name = new URL(databaseAddresses(url)[0] as string).pathname.slice(1)
  throw new UsageError(noData(`the database ${name} at ${databaseHosts(url)}`), { hint: false })
}

/** Throws if servers use the PostgreSQL database: what they write would be lost. */
export async function refuseUsed(driver: Driver): Promise<void> {
  if (await isUsed(driver)) throw new UsageError('a server is using the database; stop it first', { hint: false })
}

/** Whether servers or commands use the PostgreSQL database. */
export async function isUsed(driver: Driver): Promise<boolean> {
  const connection = await driver.connect()
  try {
    const { rows } = await connection.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database()
       and application_name like 'loquat %' and application_name <> current_setting('application_name')`,
      [],
    )
    return rows[0]?.count !== 0
  } finally {
    connection.release()
  }
}
