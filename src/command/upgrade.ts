import { existsSync } from 'node:fs'
import { type Config, flagOf, furtherDatabases, version } from '#platform/config'
import { NewerDatabaseError, pendingMigrations } from '#platform/db'
import { counted, isOrAre } from './counted.ts'
import { FailedError, UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { noData } from './folder.ts'
import { KeptFiles, roomFor } from './kept-files.ts'
import { holderOf, Lock } from './lock.ts'
import { isBehind, type UpgradeReport, upgradeLines } from './migration.ts'
import { jsonFlag as json } from './org.ts'
import { progressBar } from './progress-bar.ts'
import type { Means } from './terminal.ts'
import { openUnchanged } from './unchanged.ts'

/** In MiB, rounded up. */
const mib = (bytes: number): number => Math.ceil(bytes / 2 ** 20)

export const upgradeCommand = (means: Means): Command => ({
  name: 'upgrade',
  summary: 'Upgrade the database to this version, check what that would do, or undo it',
  about:
    'The first start of a new version does the same. The server must be stopped. The old database is kept until this version works with it. See docs/backups.md.',
  flags: {
    check: { doc: "Only show what would be done and whether there's enough disk space." },
    undo: { doc: 'Undo an interrupted upgrade.' },
    json,
  },
  uses: ['backups'],
  async run({ config, switches }) {
    const [isCheck, isUndo, isJson] = ['check', 'undo', 'json'].map((name) => switches.has(name))
    if (isCheck && isUndo) throw new UsageError("--check and --undo can't be combined")
    if (isUndo) {
      await undo(config)
      const done = 'The database was restored to its state before the upgrade'
      return means.terminal.say(isJson ? JSON.stringify({ undone: true }) : done)
    }
    const plan = await planOf(config)
    if (isJson) means.terminal.say(JSON.stringify(plan))
    else for (const line of linesOf(plan, Boolean(isCheck))) means.terminal.say(line)
    if (plan.room && plan.room.free < plan.room.needed)
      throw new FailedError(`not enough disk space: ${mib(plan.room.needed)} MiB needed`)
    if (isCheck || plan.migrations.length === 0) return
    const { openRuntime } = await import('./runtime.ts')
    const upgraded = (report: UpgradeReport) => {
      if (!isJson) for (const line of upgradeLines(report)) means.terminal.say(line)
    }
    const progress = progressBar(means.terminal, Boolean(isJson))
    const opened = await openRuntime(config, means.features, { upgraded, progress: progress.tell }).finally(
      progress.end,
    )
    await opened.close()
    if (!isJson) means.terminal.say('Done.')
  },
})

interface Plan {
  readonly version: string
  readonly migrations: readonly string[]
  /** In bytes; only for embedded databases with pending migrations. */
  readonly room?: { readonly needed: number; readonly free: number }
}

/** Combines all databases: migrations that several of them lack are listed once. */
async function planOf(config: Config): Promise<Plan> {
  const home = await planOfOne(config)
  const missing = new Set(home.migrations)
  for (const further of furtherDatabases(config))
    for (const name of (await planOfOne(further.config)).migrations) missing.add(name)
  return { ...home, migrations: [...missing].sort() }
}

async function planOfOne(config: Config): Promise<Plan> {
  const holder = config.databaseUrl ? undefined : await holderOf(config.dataDir)
  if (holder)
    throw new UsageError(
      `the server at ${holder.url ?? config.dataDir} runs: it has the database open, so this can be told when it is stopped`,
      { hint: false },
    )
  const { driver, close } = await openUnchanged(config, 'upgrade')
  try {
    const connection = await driver.connect()
    const pending = await pendingMigrations(connection).finally(() => connection.release())
    const migrations = pending.map(({ name }) => name)
    const keepsFiles = !config.databaseUrl && (await isBehind(driver))
    return { version, migrations, ...(keepsFiles ? { room: await roomFor(config.dataDir) } : {}) }
  } catch (error) {
    throw error instanceof NewerDatabaseError ? new FailedError(error.message) : error
  } finally {
    await close()
  }
}

function linesOf({ migrations, room }: Plan, isCheck: boolean): string[] {
  if (migrations.length === 0) return [`Loquat ${version} has nothing to do: the database is up to date`]
  const done = isCheck ? 'would be' : 'is'
  return [
    `Loquat ${version}: ${counted(migrations.length, 'migration')} ${isCheck ? done : isOrAre(migrations.length)} applied, all or none of them`,
    ...migrations.map((name) => `  ${name}`),
    ...(room
      ? [
          `A copy of the old database ${done} kept during the upgrade: ${mib(room.needed)} MiB needed, ${mib(room.free)} MiB free`,
        ]
      : []),
    `A backup ${done} made before, unless ${flagOf('backupEvery')} is off`,
  ]
}

async function undo({ dataDir, databaseUrl }: Config): Promise<void> {
  if (databaseUrl)
    throw new UsageError(
      "upgrades of a PostgreSQL database can't be undone; restore the backup from before the upgrade",
    )
  if (!existsSync(dataDir)) throw new UsageError(noData(dataDir), { hint: false })
  const lock = await Lock.take(dataDir, 'upgrade')
  try {
    const files = new KeptFiles(dataDir)
    if (!files.areThere) throw new UsageError('there is no interrupted upgrade to undo', { hint: false })
    await files.putBack()
  } finally {
    await lock.release()
  }
}
