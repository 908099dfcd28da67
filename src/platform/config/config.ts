import type { Options, Values } from './option.ts'
import type { platformOptions } from './options.ts'

/** The server's options. A feature's options are read with its own declaration. */
export type Config = Values<typeof platformOptions>

export const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
export const flagOf = (name: string): string => `--${kebabCase(name)}`
export const variableOf = (name: string): string => `LOQUAT_${kebabCase(name).replaceAll('-', '_').toUpperCase()}`

export class ConfigError extends Error {}

/** Flags take precedence over the environment, and the environment over defaults. Throws a {@link ConfigError}. */
export function readConfig<T extends Options>(
  options: T,
  flags: Partial<Record<string, string>>,
  environment: NodeJS.ProcessEnv,
): Values<T> {
  const config: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(options)) {
    const value = flags[name] ?? environment[variableOf(name)]
    const parsed = schema.safeParse(value === '' ? undefined : value)
    if (!parsed.success) throw new ConfigError(`${flagOf(name)}: ${parsed.error.issues[0]?.message}`)
    config[name] = parsed.data
  }
  return config as Values<T>
}

/** A feature's options: `const { lateDeliveryMinutes } = scheduledMessageOptions(config)`. */
export interface DeclaredOptions<T extends Options = Options> {
  (config: Config): Values<T>
  readonly declared: T
}

/** For a feature's `options.ts`. List it in `src/command/options.ts` too. */
export const declareOptions = <T extends Options>(declared: T): DeclaredOptions<T> =>
  Object.assign(
    (config: Config) => {
      const missing = Object.keys(declared).find((name) => !(name in config))
      if (missing) throw new Error(`${flagOf(missing)} was not among the options that were read`)
      return config as unknown as Values<T>
    },
    { declared },
  )
