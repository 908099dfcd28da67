import { archiveKey, Backups } from '#platform/backups'
import type { Config } from '#platform/config'
import { type Driver, migrate, pendingMigrations } from '#platform/db'
import { FailedError } from './errors.ts'
import { KeptFiles } from './kept-files.ts'

/** What is done to a database that an earlier version has left, until it is certain that this one can go on with it. */
export interface Upgrade {
  /** From now on there is no way back: called before anything is acknowledged. */
  keep(): Promise<void>
  /** Everything is as it was, where that can be; the error that says so, with what failed. The driver must be closed. */
  undo(error: unknown): Promise<unknown>
}

const nothing: Upgrade = { keep: async () => {}, undo: async (error) => error }

/**
 * Applies what is missing, all or nothing, after what is there was kept: the files of an embedded database, or a backup
 * of a server's. A database with nothing in it needs neither.
 */
export async function upgrade(config: Config, driver: Driver): Promise<Upgrade> {
  return config.databaseUrl ? upgradeServer(config, driver) : upgradeFolder(config, driver)
}

async function upgradeFolder({ dataDir }: Config, driver: Driver): Promise<Upgrade> {
  const files = new KeptFiles(dataDir)
  if (await isBehind(driver)) await files.keep(driver)
  const way: Upgrade = {
    keep: () => files.forget(),
    async undo(error) {
      if (!files.areThere) return error
      await files.putBack()
      return undone(error, 'the database is as it was before, and the version before can be started again')
    },
  }
  try {
    await migrate(driver)
    return way
  } catch (error) {
    if (!files.areThere) throw error
    await driver.close().catch(() => {})
    throw await way.undo(error)
  }
}

async function upgradeServer(config: Config, driver: Driver): Promise<Upgrade> {
  let name: string | undefined
  let isBegun = false
  const applied = await migrate(driver, async (isEmpty) => {
    isBegun = true
    if (isEmpty || config.backupEvery === 'off') return
    const backups = new Backups({ config, driver, now: () => new Date() })
    ;({ name } = await backups.make({ check: false }).catch((error: Error) => {
      throw new FailedError(
        `this version changes the database, and no backup could be made before: ${error.message}; with --backup-every off none is`,
      )
    }))
  }).catch((error: unknown) => {
    throw error instanceof FailedError || !isBegun ? error : undone(error, 'nothing was changed')
  })
  if (applied === 0) return nothing
  const advice = name === undefined ? '' : `; loquat restore --replace brings back ${archiveKey(name)}`
  return {
    keep: async () => {},
    undo: async (error) => undone(error, `the migrations are applied${advice}`),
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
