import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type FileOptions, kebabCase, type Option, sections, variableOf } from '#platform/config'
import { closest, suggestion } from './did-you-mean.ts'
import { type OptionName, options } from './options.ts'

export const fileName = 'loquat.toml'

export interface ConfigFile extends FileOptions {
  readonly problems: readonly string[]
}

/** By the names in the file. */
const byKey = new Map(
  (Object.keys(options) as OptionName[]).filter((name) => options[name].inFile).map((name) => [kebabCase(name), name]),
)

/** The path of the configuration file, if there's one; a path that was given doesn't have to exist. */
function pathOf(flags: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv): string | undefined {
  const given = flags.config ?? environment[variableOf('config')]
  if (given) return given
  const dataDir = flags.dataDir || environment[variableOf('dataDir')] || options.dataDir.schema.parse(undefined)
  return [fileName, join(dataDir, fileName)].find((path) => existsSync(path))
}

/** Reads the configuration file that a command uses, if any. */
export async function readConfigFile(
  flags: Readonly<Record<string, string>>,
  environment: NodeJS.ProcessEnv,
): Promise<ConfigFile | undefined> {
  const path = pathOf(flags, environment)
  if (path === undefined) return undefined
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return failed(path, `can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
  // perf: only loaded if there's a file
  const { parse, TomlError } = await import('smol-toml')
  try {
    return optionsIn(path, parse(text))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [first = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n')
    return failed(`${path}:${error.line}:${error.column}`, first)
  }
}

const failed = (place: string, problem: string): ConfigFile => ({
  path: place,
  texts: {},
  problems: [`${place}: ${problem}`],
})

function optionsIn(path: string, content: Readonly<Record<string, unknown>>): ConfigFile {
  const texts: Record<string, string> = {}
  const problems: string[] = []
  const problem = (text: string) => void problems.push(`${path}: ${text}`)
  for (const [section, table] of Object.entries(content)) {
    if (!Object.hasOwn(sections, section)) {
      problem(unknownSection(section))
      continue
    }
    if (typeof table !== 'object' || table === null || Array.isArray(table) || table instanceof Date) {
      problem(`[${section}] must be a section`)
      continue
    }
    for (const [key, value] of Object.entries(table)) {
      const name = byKey.get(key)
      if (name === undefined) problem(unknownKey(section, key))
      else if (options[name].section !== section)
        problem(`${key} belongs in [${options[name].section}], not in [${section}]`)
      else {
        const text = textOf(value, options[name])
        if (text === undefined) problem(`${key}: ${expected(options[name])}`)
        else texts[name] = fromFolder(dirname(resolve(path)), text, options[name])
      }
    }
  }
  return { path, texts, problems }
}

function unknownSection(section: string): string {
  const name = byKey.get(section)
  if (name) return `${section} belongs in [${options[name].section}]`
  const key = closest(section, byKey.keys())
  const found = closest(section, Object.keys(sections))
  if (found === undefined && key !== undefined) return `unknown key ${section}; did you mean ${placed(key)}?`
  return `unknown section [${section}]${found ? `; did you mean [${found}]?` : ''}`
}

const placed = (key: string): string => `${key} in [${options[byKey.get(key) as OptionName].section}]`

function unknownKey(section: string, key: string): string {
  if (key === 'config') return 'config is only for the command line and the environment'
  const here = [...byKey].filter(([, name]) => options[name].section === section).map(([one]) => one)
  if (closest(key, here)) return `unknown key ${key} in [${section}]${suggestion(key, here)}`
  const elsewhere = closest(key, byKey.keys())
  return `unknown key ${key} in [${section}]${elsewhere ? `; did you mean ${placed(elsewhere)}?` : ''}`
}

const isSwitch = ({ value }: Option): boolean => /\bon\|off\b/.test(value)

/** As it would be written on the command line; undefined for values of other types. */
function textOf(value: unknown, option: Option): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean' && isSwitch(option)) return value ? 'on' : 'off'
  if (!Array.isArray(value) || !option.repeats) return undefined
  return value.every((one) => typeof one === 'string') ? value.join(',') : undefined
}

const expected = (option: Option): string =>
  option.repeats ? 'must be text, or a list of texts' : isSwitch(option) ? 'must be on or off' : 'must be one value'

/** Paths are relative to the file, so that they don't depend on where a command is run. */
function fromFolder(folder: string, text: string, { value }: Option): string {
  const isPath = value === 'FILE' || value === 'DIR' || (value === 'FOLDER|URL' && !text.includes('://'))
  return isPath && text !== '' ? resolve(folder, text) : text
}
