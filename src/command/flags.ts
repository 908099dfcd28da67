import { parseArgs } from 'node:util'
import { type Config, ConfigError, flagOf, readConfig, variableOf } from '#platform/config'
import { UsageError } from './errors.ts'
import { type OptionName, options, optionTexts } from './options.ts'

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
  /** Whether a server option was set, on the command line or in the environment. */
  isSet(name: OptionName): boolean
}

/** Undefined if help was requested. */
export function parse(command: Command, args: string[], environment: NodeJS.ProcessEnv): Input | undefined {
  const { values, positionals } = parsed(command, args)
  if (values.help) return undefined
  const { takes = [] } = command
  const missing = takes[positionals.length]
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
  const ofServer: Record<string, string> = {}
  for (const name of Object.keys(options)) {
    const value = values[flagOf(name).slice(2)]
    if (Array.isArray(value)) ofServer[name] = value.join(',')
    else if (typeof value === 'string') ofServer[name] = value
  }
  try {
    return {
      config: readConfig(options, ofServer, environment),
      flags,
      switches,
      taken: positionals,
      environment,
      given: ofServer,
      isSet: (name) => ofServer[name] !== undefined || Boolean(environment[variableOf(name)]),
    }
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message)
    throw error
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
    // only the first sentence is about the input
    throw new UsageError((error as Error).message.split(/\.\s|\n/)[0]?.replace(/\.$/, '') ?? 'wrong use')
  }
}

export function helpOf(command: Command): string {
  const { name, summary, about, takes = [], flags, showsServerOptions } = command
  const own = Object.entries(flags).map(([flag, { value, doc, required }]): [string, string] => [
    `--${flag}${value ? ` ${value}` : ''}`,
    required ? `${doc} Required.` : doc,
  ])
  const shown = optionTexts.filter(
    ({ name: option }) =>
      showsServerOptions || ['dataDir', 'databaseUrl', 'databaseSessionUrl', 'databases'].includes(option),
  )
  const server = shown.map(({ flag, variable, value, fallback, doc }): [string, string] => [
    `${flag} ${value}`,
    `${doc} [${fallback === undefined ? '' : `${fallback}, `}$${variable}]`,
  ])
  const usage = ['loquat', name, ...takes, '[options]'].filter(Boolean).join(' ')
  return [
    `Usage: ${usage}`,
    '',
    wrap(`${summary}.${about ? ` ${about}` : ''}`, 100),
    '',
    ...table([...own, ...server, ['-h, --help', 'Show this.']]),
  ].join('\n')
}

/** Two columns; the second one wraps. */
export function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 4
  return rows.map(
    ([left, right]) =>
      `  ${left.padEnd(width - 2)}${wrap(right, Math.max(40, 110 - width)).replaceAll('\n', `\n${' '.repeat(width)}`)}`,
  )
}

function wrap(text: string, width: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join('\n')
}
