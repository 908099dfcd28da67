import type { Config } from '#platform/config'
import { Database, migrate, NewerDatabaseError, openServer } from '#platform/db'
import { Runtime, serverBus } from '#platform/runtime'
import type { Area } from '#platform/serve'
import { UsageError } from './errors.ts'
import { openFolder } from './folder.ts'

/** The organizations of the configured database, migrated; without HTTP. */
export async function openRuntime(
  config: Config,
  areas: readonly Area[],
  failed: (error: unknown) => void = () => {},
): Promise<{ runtime: Runtime; close(): Promise<void> }> {
  const { databaseUrl } = config
  const driver = databaseUrl
    ? await openServer(databaseUrl, { connections: config.databaseConnections }).catch((error: Error) => {
        throw new UsageError(`the PostgreSQL server cannot be used: ${error.message}`, { hint: false })
      })
    : await openFolder(config.dataDir, config.databaseCacheMb)
  try {
    await migrate(driver)
  } catch (error) {
    await driver.close()
    if (!(error instanceof NewerDatabaseError)) throw error
    throw new UsageError('the database was written by a newer version of Loquat', { hint: false })
  }
  const bus = databaseUrl ? { bus: serverBus(driver, failed) } : {}
  const runtime = new Runtime({ config, db: new Database(driver), areas, ...bus })
  return {
    runtime,
    async close() {
      await runtime.stop()
      await runtime.db.close()
    },
  }
}
