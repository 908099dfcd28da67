import { flagOf } from './names.ts'
import type { Options, Values } from './option.ts'
import type { platformOptions } from './options.ts'
import { type FileOptions, resolveOptions } from './resolve.ts'
import { type Group, inSection } from './section.ts'

/** The server's options. A feature's options are read with its own declaration. */
export type Config = Values<typeof platformOptions>

export class ConfigError extends Error {}

/**
 * Flags take precedence over the environment, the environment over the configuration file, and that over defaults.
 * Throws a {@link ConfigError}.
 */
export function readConfig<T extends Options>(
  options: T,
  flags: Partial<Record<string, string>>,
  environment: NodeJS.ProcessEnv,
  file?: FileOptions,
): Values<T> {
  const { values, problems } = resolveOptions(options, { flags, environment, file })
  if (problems[0] !== undefined) throw new ConfigError(problems[0])
  return values
}

/** A feature's options: `const { lateDeliveryMinutes } = scheduledMessageOptions(config)`. */
export interface DeclaredOptions<T extends Options = Options> {
  (config: Config): Values<T>
  readonly declared: T
}

/** For a feature's `options.ts`. List it in `src/command/options.ts` too. */
export const declareOptions = <T extends Options>(group: Group, options: T): DeclaredOptions<T> => {
  const declared = inSection(group, options)
  return Object.assign(
    (config: Config) => {
      const missing = Object.keys(declared).find((name) => !(name in config))
      if (missing) throw new Error(`${flagOf(missing)} was not among the options that were read`)
      return config as unknown as Values<T>
    },
    { declared },
  )
}
