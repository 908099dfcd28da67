import type { Config } from './config.ts'

/** What a reload did, by the names of options in the configuration file. */
export interface Reloaded {
  readonly changed: readonly string[]
  /** Changed since the start, but only applied by a restart. */
  readonly needs_restart: readonly string[]
}

const caches = new Set<WeakMap<Config, unknown>>()
const listeners = new WeakMap<Config, Set<() => void>>()

/** Derives a value from a server's options once, and again after a reload. */
export function perConfig<T>(derive: (config: Config) => T): (config: Config) => T {
  const known = new WeakMap<Config, { readonly value: T }>()
  caches.add(known)
  return (config) => {
    let entry = known.get(config)
    if (!entry) {
      entry = { value: derive(config) }
      known.set(config, entry)
    }
    return entry.value
  }
}

/** Calls the listener after each reload of these options; the returned function stops that. */
export function onReload(config: Config, listener: () => void): () => void {
  const all = listeners.get(config) ?? new Set()
  listeners.set(config, all.add(listener))
  return () => void all.delete(listener)
}

/** Changes options of a running server. What was derived from them or read from their files is derived again. */
export function reloadConfig(config: Config, changes: Partial<Config>): void {
  Object.assign(config, changes)
  for (const known of caches) known.delete(config)
  for (const listener of listeners.get(config) ?? []) listener()
}
