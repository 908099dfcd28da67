import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { flagOf, kebabCase, variableOf } from './names.ts'
import type { Option, Options, Values } from './option.ts'

/** The options of a configuration file, as text. */
export interface FileOptions {
  readonly path: string
  readonly texts: Readonly<Partial<Record<string, string>>>
}

/** Where options are set, in order of precedence. */
export interface OptionSources {
  readonly flags: Readonly<Partial<Record<string, string>>>
  readonly environment: NodeJS.ProcessEnv
  readonly file?: FileOptions | undefined
}

export type Origin = 'command line' | 'environment' | 'configuration file' | 'default'

interface OptionText {
  readonly text: string | undefined
  readonly origin: Origin
}

/** Options with their origins, and everything that's wrong with them. */
export interface ResolvedOptions<T extends Options> {
  /** Incomplete if there are problems. */
  readonly values: Values<T>
  readonly origins: Readonly<Record<string, Origin>>
  /** As given, with `file:` references; undefined for defaults. */
  readonly texts: Readonly<Record<string, string | undefined>>
  readonly problems: readonly string[]
}

export function resolveOptions<T extends Options>(options: T, sources: OptionSources): ResolvedOptions<T> {
  const values: Record<string, unknown> = {}
  const origins: Record<string, Origin> = {}
  const texts: Record<string, string | undefined> = {}
  const problems: string[] = []
  for (const [name, option] of Object.entries(options)) {
    const given = givenText(name, sources)
    origins[name] = given.origin
    texts[name] = given.text
    const label = labelOf(name, given.origin, sources.file)
    try {
      const text = given.text === undefined ? undefined : withSecrets(given.text, option, given.origin, sources.file)
      const parsed = option.schema.safeParse(text)
      if (parsed.success) values[name] = parsed.data
      else problems.push(`${label}: ${parsed.error.issues[0]?.message}`)
    } catch (error) {
      if (!(error instanceof SecretFileError)) throw error
      problems.push(`${label}: ${error.message}`)
    }
  }
  return { values: values as Values<T>, origins, texts, problems }
}

/** An empty flag selects the default; an empty variable counts as unset, because containers pass those. */
function givenText(name: string, { flags, environment, file }: OptionSources): OptionText {
  const flag = flags[name]
  if (flag !== undefined) return flag === '' ? unset : { text: flag, origin: 'command line' }
  const variable = environment[variableOf(name)]
  if (variable) return { text: variable, origin: 'environment' }
  const text = file?.texts[name]
  return text ? { text, origin: 'configuration file' } : unset
}

const unset: OptionText = { text: undefined, origin: 'default' }

function labelOf(name: string, origin: Origin, file: FileOptions | undefined): string {
  if (origin === 'environment') return variableOf(name)
  return origin === 'configuration file' ? `${file?.path}: ${kebabCase(name)}` : flagOf(name)
}

/** A secret's file couldn't be used. */
class SecretFileError extends Error {}

/** Replaces `file:` references of secrets by the contents of the files. */
function withSecrets(text: string, option: Option, origin: Origin, file: FileOptions | undefined): string {
  if (!option.secret) return text
  const folder = origin === 'configuration file' && file ? dirname(resolve(file.path)) : '.'
  return text.replace(
    option.repeats ? /(^|,)file:([^,]*)/g : /^()file:(.*)$/s,
    (_, before: string, path: string) => before + contentOf(folder, path),
  )
}

function contentOf(folder: string, given: string): string {
  // both file:/run/secrets/x and file:///run/secrets/x
  const path = resolve(folder, given.replace(/^\/\/(?=\/)/, ''))
  let content: string
  try {
    content = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new SecretFileError(`can't read ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
  if (content === '') throw new SecretFileError(`${path} is empty`)
  return content
}
