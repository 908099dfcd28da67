import { parseArgs } from 'node:util'
import { type Config, flagOf, type Section } from '#platform/config'
import { suggestion } from './did-you-mean.ts'
import { UsageError } from './errors.ts'
import { type OptionName, options } from './options.ts'
import { readSettings, type Settings } from './settings.ts'

/** An option of one command, in addition to the server's options. */
export interface Flag {
  /** Placeholder of the value in help texts; without it, the option is a switch. */
  value?: string
  doc: string
  required?: boolean
}

export interface Command {
  /** As typed: `org create`. */
  readonly name: string
  readonly summary: string
  /** Details for `--help`. */
  readonly about?: string
  /** Names of positional arguments. */
  readonly takes?: readonly string[]
  readonly flags: Readonly<Record<string, Flag>>
  /** Whether `--help` lists all server options; they're accepted either way. */
  readonly showsServerOptions?: boolean
  /**
   * Sections of server options to list in addition to the data directory and the database; 'nothing' for commands
   * that need neither.
   */
  readonly uses?: readonly Section[] | 'nothing'
  /** Whether it reports problems of the configuration itself. */
  readonly checksConfig?: boolean
  run(input: Input): Promise<void>
}

/** The parsed command line. */
export interface Input {
  readonly config: Config
  readonly flags: Readonly<Record<string, string>>
  readonly switches: ReadonlySet<string>
  readonly taken: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  /** Server options given as arguments. */
  readonly given: Readonly<Record<string, string>>
  /** Where each server option comes from. */
  readonly settings: Settings
  /** Whether a server option was set, on the command line, in the environment, or in the configuration file. */
  isSet(name: OptionName): boolean
  /** Reads the configuration file again. */
  reread(): Promise<Settings>
}

/** Undefined if help was requested. */
export async function parse(
  command: Command,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<Input | undefined> {
  const { values, positionals } = parsed(command, args)
  if (values.help) return undefined
  const { takes = [] } = command
  const missing = takes.filter((name) => !name.startsWith('['))[positionals.length]
  if (missing) throw new UsageError(`${missing} is missing`)
  if (positionals.length > takes.length)
    throw new UsageError(`'${positionals[takes.length]}' is an unexpected argument`)
  const flags: Record<string, string> = {}
  const switches = new Set<string>()
  for (const [name, { required, value: takesValue }] of Object.entries(command.flags)) {
    const value = values[name]
    if (value === undefined && required) throw new UsageError(`--${name} is missing`)
    if (takesValue && typeof value === 'string') flags[name] = value
    else if (value) switches.add(name)
  }
  const given: Record<string, string> = {}
  for (const name of Object.keys(options)) {
    const value = values[flagOf(name).slice(2)]
    if (Array.isArray(value)) given[name] = value.join(',')
    else if (typeof value === 'string') given[name] = value
  }
  const settings = await readSettings(given, environment)
  const [first, ...more] = settings.problems
  if (first !== undefined && !command.checksConfig)
    throw new UsageError(more.length === 0 ? first : `${first} (and ${more.length} more: run loquat config check)`)
  return {
    config: settings.values,
    flags,
    switches,
    taken: positionals,
    environment,
    given,
    settings,
    isSet: (name) => settings.origins[name] !== 'default',
    reread: () => readSettings(given, environment),
  }
}

function parsed(command: Command, args: string[]) {
  const known: Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean }> = {
    help: { type: 'boolean', short: 'h' },
  }
  for (const [name, { repeats }] of Object.entries(options))
    known[flagOf(name).slice(2)] = { type: 'string', multiple: repeats }
  for (const [name, { value }] of Object.entries(command.flags)) known[name] = { type: value ? 'string' : 'boolean' }
  try {
    return parseArgs({ args, options: known, allowPositionals: true, strict: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'-+([^'=]+)[^']*'/.exec(message)?.[1] : undefined
    if (unknown) throw new UsageError(`unknown option '--${unknown}'${suggestion(unknown, Object.keys(known), '--')}`)
    // only the first sentence is about the input
    throw new UsageError(message.split(/\.\s|\n/)[0]?.replace(/\.$/, '') ?? 'wrong use')
  }
}
