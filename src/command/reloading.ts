import { type Config, ConfigError, kebabCase, type Options, type Reloaded, reloadConfig } from '#platform/config'
import type { Runtime } from '#platform/runtime'
import { checkCertificate } from '#platform/tls'
import { FailedError } from './errors.ts'
import { options } from './options.ts'
import { checkConfiguration } from './runtime.ts'
import type { Settings } from './settings.ts'

type Values = Readonly<Record<string, unknown>>

/** The names of the options whose values differ. */
const differing = (one: Values, other: Values): string[] =>
  Object.keys(options).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

/**
 * Applies the current configuration to a running server, as far as that's possible without a restart. Invalid options
 * change nothing.
 */
async function apply(runtime: Runtime, { values, problems }: Settings): Promise<Reloaded> {
  if (problems.length > 0) throw new FailedError(problems.join('; '))
  const current = runtime.config as unknown as Values
  const fresh = values as unknown as Values
  const isSwitch = (current.tlsCert === undefined) !== (fresh.tlsCert === undefined)
  const isApplicable = (name: string): boolean =>
    (options as Options)[name]?.reloadable === true && !(isSwitch && ['tlsCert', 'tlsKey'].includes(name))
  const all = differing(current, fresh)
  const changed = all.filter(isApplicable)
  const changes = Object.fromEntries(changed.map((name) => [name, fresh[name]]))
  const candidate = { ...runtime.config, ...changes } as Config
  try {
    // also what a restart would use, which fails less conveniently
    for (const one of [candidate, values]) {
      checkCertificate(one)
      await checkConfiguration(runtime.features, one)
    }
  } catch (error) {
    if (error instanceof ConfigError) throw new FailedError(error.message)
    throw error
  }
  for (const one of runtime.registry.all) reloadConfig(one.config, changes)
  return {
    changed: changed.map(kebabCase),
    needs_restart: all.filter((name) => !isApplicable(name)).map(kebabCase),
  }
}

/** Makes a running server reload its configuration on request and, unless `signal` is false, on SIGHUP. */
export function reloadable(
  runtime: Runtime,
  reread: () => Promise<Settings>,
  { signal }: { signal: boolean },
): () => void {
  const { log } = runtime
  const reload = async (): Promise<Reloaded> => {
    try {
      const done = await apply(runtime, await reread())
      log.event('configuration.reloaded', done)
      if (done.needs_restart.length > 0) log.event('configuration.restart_needed', { options: done.needs_restart })
      return done
    } catch (error) {
      log.event('configuration.refused', { err: error })
      throw error
    }
  }
  runtime.reload = reload
  const heard = () => void reload().catch(() => {})
  // Windows ends the process ten seconds after this signal, whatever it does
  const hangUp = signal && process.platform !== 'win32' ? 'SIGHUP' : undefined
  if (hangUp) process.on(hangUp, heard)
  return () => void (hangUp && process.off(hangUp, heard))
}
