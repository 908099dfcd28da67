import type { Options, Values } from './option.ts'
import type { platformOptions } from './options.ts'

/** What whoever runs the server has chosen; what an area declared, its own declaration reads. */
export type Config = Values<typeof platformOptions>

export const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
export const flagOf = (name: string): string => `--${kebabCase(name)}`
export const variableOf = (name: string): string => `LOQUAT_${kebabCase(name).replaceAll('-', '_').toUpperCase()}`

/** An option's value that cannot be used; the message names the option. */
export class ConfigError extends Error {}

/** Flags win over the environment, which wins over the defaults. */
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

/** The options of an area, and how they are read: `const { lateDeliveryMinutes } = scheduledMessageOptions(config)`. */
export interface DeclaredOptions<T extends Options = Options> {
  (config: Config): Values<T>
  readonly declared: T
}

/** For an area's `options.ts`; `src/command/options.ts` lists them all. */
export const declareOptions = <T extends Options>(declared: T): DeclaredOptions<T> =>
  Object.assign(
    (config: Config) => {
      const missing = Object.keys(declared).find((name) => !(name in config))
      if (missing) throw new Error(`${flagOf(missing)} was not among the options that were read`)
      return config as unknown as Values<T>
    },
    { declared },
  )
