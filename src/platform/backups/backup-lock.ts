import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, sessionAddress } from '#platform/config'
import { openServer, unhurried } from '#platform/db'

/** Any number: all processes that use one database take turns. */
const lockId = 7_205_892
const retryMs = 1_000

/** Another process is making a backup of the same database. */
export class BackupBusyError extends Error {
  constructor() {
    super('another process is making a backup of this database')
  }
}

/** A lock on the backups of a database, held by at most one process. */
export interface BackupLock {
  /** Throws when the lock was lost together with its connection: another process may hold it now. */
  confirm(): Promise<void>
}

/**
 * Runs `work` while no other process makes or removes backups of the same database. Waits for its turn; with
 * `isSkippable`, throws a {@link BackupBusyError} instead. The lock ends with this process.
 */
export async function withBackupLock<T>(
  { config, isSkippable = false }: { readonly config: Config; readonly isSkippable?: boolean | undefined },
  work: (lock: BackupLock) => Promise<T>,
): Promise<T> {
  const url = sessionAddress(config)
  // the data directory of an embedded database belongs to one process, which runs one task at a time
  if (!url) return work({ confirm: async () => {} })
  const driver = await openServer(url, { connections: 1, connectSecs: config.databaseConnectSeconds })
  try {
    const session = await driver.connect(unhurried)
    try {
      const isHeld = async () =>
        (await session.query('select pg_try_advisory_lock($1) as held', [lockId])).rows[0]?.held === true
      // a session that waits inside PostgreSQL would hold back vacuum
      while (!(await isHeld())) {
        if (isSkippable) throw new BackupBusyError()
        await sleep(retryMs)
      }
      return await work({
        async confirm() {
          await session.query('select 1', [])
        },
      })
    } finally {
      session.release()
    }
  } finally {
    await driver.close()
  }
}
