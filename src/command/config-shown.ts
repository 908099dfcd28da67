import { kebabCase, type Origin, sections, variableOf } from '#platform/config'
import { options, optionTexts } from './options.ts'
import type { Settings } from './settings.ts'
import { withoutPassword } from './shown-secrets.ts'

export interface Shown {
  /** The name in the configuration file. */
  readonly option: string
  readonly section: string
  /** As text, with secrets masked; null if it's unset. */
  readonly value: string | null
  readonly origin: Origin
  /** The variable or the file that sets it. */
  readonly source: string | null
}

const mask = '********'

/** All options with their values and origins, in the order of their sections. */
export function effective({ origins, texts, file }: Settings): Shown[] {
  return Object.keys(sections).flatMap((section) =>
    optionTexts
      .filter((one) => one.section === section)
      .map(({ name, fallback }) => {
        const origin = origins[name] as Origin
        const text = texts[name] ?? (fallback === undefined || fallback === '' ? null : String(fallback))
        return {
          option: kebabCase(name),
          section,
          value: text === null ? null : masked(name as keyof typeof options, text),
          origin,
          source:
            origin === 'environment' ? variableOf(name) : origin === 'configuration file' ? (file?.path ?? null) : null,
        }
      }),
  )
}

/** References to files are no secrets, and neither are addresses without their passwords. */
function masked(name: keyof typeof options, text: string): string {
  const { secret, value } = options[name]
  if (!secret || text.startsWith('file:')) return text
  return value === 'SECRET' ? mask : withoutTokens(withoutPassword(text))
}

/** For NATS, a user name without a password may be a token. */
const withoutTokens = (text: string): string => text.replace(/\b((?:nats|tls):\/\/)[^/?#@,:]+@/g, '$1…@')

/** In the form of a configuration file; each line names its origin. */
export function tomlOf(shown: readonly Shown[]): string[] {
  const lines: string[] = []
  let section = ''
  for (const one of shown) {
    if (one.section !== section) lines.push(...(section ? [''] : []), `[${one.section}]`)
    section = one.section
    const assignment = one.value === null ? `# ${one.option} =` : `${one.option} = ${tomlText(one.value)}`
    lines.push(`${assignment}  # ${one.source ?? one.origin}`)
  }
  return lines
}

/** Numbers as such, everything else as a basic string. */
export const tomlText = (text: string): string =>
  /^(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text) ? text : JSON.stringify(text)
