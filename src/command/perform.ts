import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/config'
import { callControl } from './control-call.ts'
import { holderOf, InUseError, Lock } from './lock.ts'
import type { InputOf, OperationName, OutcomeOf, ReportProgress } from './operations/index.ts'
import { progressBar } from './progress-bar.ts'
import type { Means } from './terminal.ts'

/** How long to wait for a starting server, or for another command to finish. */
const patienceMs = 15_000

/** The only operations that can set up a new database. */
const creating: ReadonlySet<OperationName> = new Set([
  'createOrganization',
  'loadDemonstration',
  'importArchive',
  'importOrganization',
] as const)

/**
 * Runs an operation in the running server, because a data directory belongs to one process; or, if there's none,
 * directly on the database.
 */
export async function perform<N extends OperationName>(
  means: Means,
  config: Config,
  name: N,
  input: InputOf<N>,
  tell?: ReportProgress,
): Promise<OutcomeOf<N>> {
  if (config.databaseUrl) return onDatabase(means, config, name, input, tell)
  for (const until = Date.now() + patienceMs; ; ) {
    const holder = await holderOf(config.dataDir)
    if (holder?.control) return callControl(holder.control, name, input, tell)
    try {
      if (holder) throw new InUseError(config.dataDir, holder)
      if (!creating.has(name)) await (await import('./folder.ts')).requireData(config.dataDir)
      const lock = await Lock.take(config.dataDir, name)
      try {
        return await onDatabase(means, config, name, input, tell)
      } finally {
        await lock.release()
      }
    } catch (error) {
      if (!(error instanceof InUseError) || Date.now() > until) throw error
      await sleep(100)
    }
  }
}

type Beside = 'makeBackup'

/**
 * The same for operations that must not change anything: without a server, the database is opened without applying
 * migrations.
 */
export async function performBeside<N extends Beside>(
  means: Means,
  config: Config,
  name: N,
  input: InputOf<N>,
  tell?: ReportProgress,
): Promise<OutcomeOf<N>> {
  const holder = config.databaseUrl ? undefined : await holderOf(config.dataDir)
  if (holder?.control) return perform(means, config, name, input, tell)
  const [{ operations }, { Backups }, { openUnchanged }] = await Promise.all([
    import('./operations/index.ts'),
    import('#platform/backups'),
    import('./unchanged.ts'),
  ])
  const { driver, close } = await openUnchanged(config, name)
  try {
    const backups = new Backups({ config, driver, now: () => new Date(), warned: means.terminal.complain })
    return (await operations[name]({ backups, config }, input, tell)) as OutcomeOf<N>
  } finally {
    await close()
  }
}

async function onDatabase<N extends OperationName>(
  { features, terminal }: Means,
  config: Config,
  name: N,
  input: InputOf<N>,
  tell?: ReportProgress,
): Promise<OutcomeOf<N>> {
  const [{ openRuntime }, { upgradeLines }] = await Promise.all([import('./runtime.ts'), import('./migration.ts')])
  const { operate } = await import('./operations/index.ts')
  // the operator sees the progress and can interrupt it
  const unhurried = { ...config, databaseStatementSeconds: Number.POSITIVE_INFINITY }
  const upgrading = progressBar(terminal, false)
  const { runtime, close } = await openRuntime(unhurried, features, {
    creates: creating.has(name),
    progress: upgrading.tell,
    upgraded: (report) => upgradeLines(report).forEach(terminal.complain),
  }).finally(upgrading.end)
  try {
    return await operate(runtime, name, input, tell)
  } finally {
    await close()
  }
}
