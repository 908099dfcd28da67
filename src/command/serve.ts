import type { AddressInfo } from 'node:net'
import { type Config, ConfigError, databaseHosts, flagOf, optimizeFromNow, version } from '#platform/config'
import type { Runtime } from '#platform/runtime'
import { checkSecretKey } from '#platform/secrets'
import type { Feature, Listener } from '#platform/serve'
import { checkCertificate } from '#platform/tls'
import { tracingFrom } from '#platform/tracing'
import { announce } from './announced.ts'
import { UsageError } from './errors.ts'
import { boundHeap } from './heap.ts'
import { Lock, newToken } from './lock.ts'
import { upgradeLines } from './migration.ts'
import { reloadable } from './reloading.ts'
import { openUncertain } from './runtime.ts'
import type { Settings } from './settings.ts'

interface Serving {
  /**
   * Called once the server accepts requests, with its URL, those of its organizations, and, if there are none, that of
   * the setup page.
   */
  ready(url: string, organizations: readonly string[], setupUrl: string): void
  /** Stops the server instead of a signal, if it shares its process. */
  until: Promise<unknown> | undefined
  /** Reads the configuration again; on SIGHUP, unless that should end the process like by default. */
  reread: () => Promise<Settings>
  reloadsOnSignal: boolean
  /** Maximum organizations passed to `ready`. */
  most: number
}

/** Runs the server until it's stopped. */
export async function serve(
  config: Config,
  features: () => Promise<readonly Feature[]>,
  { ready, until, most, reread, reloadsOnSignal }: Serving,
): Promise<void> {
  try {
    checkCertificate(config)
    checkSecretKey(config)
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message)
    throw error
  }
  let isListening = false
  const ended =
    until ??
    new Promise<void>((resolve) => {
      const end = () => {
        // Nothing is acknowledged yet, and a start can take as long as an upgrade or an unresponsive database.
        // Everything in progress can be interrupted at any point, so the lock is kept until the process exits.
        if (!isListening) process.exit(0)
        resolve()
      }
      // a second signal kills the process
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, end)
    })
  // processes that share a PostgreSQL server may also share a data directory
  const lock = config.databaseUrl ? undefined : await Lock.take(config.dataDir, 'serve')
  try {
    const running = await start(config, features, lock, () => {
      isListening = true
    })
    const stopReloading = running.reloadWith(reread, { signal: reloadsOnSignal })
    optimizeFromNow()
    boundHeap(config)
    ready(running.url, await running.organizationUrls(most), running.setupUrl)
    await ended
    stopReloading()
    await running.stop()
  } finally {
    await lock?.release()
  }
}

async function start(
  config: Config,
  features: () => Promise<readonly Feature[]>,
  lock: Lock | undefined,
  listening: () => void,
) {
  const tracing = await tracingOf((err) => runtime.log.event('tracing.failed', { err }))
  let failed = (what: string, error: unknown) => console.error(what, error)
  const load = () =>
    Promise.all([
      import('#platform/http'),
      import('../pages/index.ts'),
      import('../pages/setup.ts'),
      import('../pages/organizations.ts'),
      import('./control.ts'),
    ])
  const featuresAndMore = async () => (await Promise.all([features(), load()]))[0]
  const opening = { failed: (what: string, error: unknown) => failed(what, error), creates: true }
  const { runtime, close, upgrade } = await openUncertain(config, featuresAndMore, opening)
  const [{ createHttp }, { pages }, { FirstRun }, { organizations }, { openControl }] = await load()
  const { all } = runtime.registry
  const firstRun = new FirstRun()
  const making = async () => {
    const made = await createHttp({ runtime, tracing, pages: (app) => pages(app, runtime, { firstRun }) })
    failed = (what, err) => runtime.log.event('work.failed', { err }, { text: `${what} failed` })
    for (const one of all) await one.resume()
    return made
  }
  const http = await making().catch(async (error: unknown) => {
    await close().catch(() => {})
    throw await upgrade.undo(error)
  })
  // from here on, changes can be acknowledged
  await upgrade.keep()
  const { log } = runtime
  for (const report of upgrade.reports)
    for (const text of upgradeLines(report)) log.event('database.upgraded', { ...report }, { text })
  listening()
  try {
    await http.listen({ host: config.host, port: config.port })
  } catch (error) {
    await close()
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used: ${(error as Error).message}`
    throw new UsageError(`${config.host}:${config.port} ${reason}; set ${flagOf('host')} and ${flagOf('port')}`, {
      hint: false,
    })
  }
  for (const one of all) {
    one.listeningOn(config.host, (http.server.address() as AddressInfo).port)
    one.start(
      (name, error) => failed(name, error),
      (text) => log.event('notice', {}, { text }),
    )
  }
  runtime.join(http.answerHanded)
  const listeners = await listenersOf(runtime).catch(async (error: unknown) => {
    await http.close()
    await close()
    if (error instanceof ConfigError) throw new UsageError(error.message, { hint: false })
    throw error
  })
  void import('./operations/org-import.ts')
    .then(({ eraseAbandoned }) => Promise.all(all.map(eraseAbandoned)))
    .catch((error) => failed('deleting leftovers of imports', error))
  const token = newToken()
  const control = await openControl(runtime, token, (error) => failed('a command', error))
  const reachable = { url: runtime.rootUrl, control: { url: control.url, token } }
  await lock?.tell(reachable)
  const unannounce = lock ? undefined : await announce(config.dataDir, reachable)
  log.event('server.started', {
    version,
    node: process.versions.node,
    database: config.databaseUrl ? databaseHosts(config.databaseUrl) : 'embedded',
    dataDir: config.dataDir,
    listening: `${config.host}:${(http.server.address() as AddressInfo).port}`,
    url: runtime.rootUrl,
    migrations: upgrade.reports.reduce((sum, { migrations }) => sum + migrations.length, 0),
  })
  return {
    url: runtime.rootUrl,
    setupUrl: runtime.rootUrl + firstRun.path,
    organizationUrls: async (most: number) => (await organizations(runtime, most)).map(({ url }) => url),
    reloadWith: (reread: () => Promise<Settings>, how: { signal: boolean }) => reloadable(runtime, reread, how),
    async stop() {
      log.event('server.stopping')
      await unannounce?.()
      await control.close()
      await Promise.all(listeners.map((one) => one.close()))
      // other processes stop handing over requests; those already here are answered
      const left = runtime.processes?.leave()
      const closing = http.close()
      // only now, so that clients polling on an open connection learn that it closes
      for (const one of all) await one.release()
      const patience = setTimeout(() => http.server.closeAllConnections(), 10_000)
      await closing
      clearTimeout(patience)
      await left
      await Promise.all([close(), tracing?.close()])
      log.event('server.stopped')
    },
  }
}

/** By OpenTelemetry's own variables, which aren't options. */
async function tracingOf(failed: (error: unknown) => void) {
  try {
    return await tracingFrom(process.env, { version, failed })
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, { hint: false })
    throw error
  }
}

async function listenersOf(runtime: Runtime): Promise<Listener[]> {
  const listeners: Listener[] = []
  try {
    for (const { listen } of runtime.features) {
      const listener = await listen?.(runtime)
      if (listener) listeners.push(listener)
    }
    return listeners
  } catch (error) {
    await Promise.all(listeners.map((one) => one.close()))
    throw error
  }
}
