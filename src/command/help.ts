import { type Section, sections, version } from '#platform/config'
import type { Command } from './flags.ts'
import { optionTexts } from './options.ts'

const maxWidth = 110

/** What every command that opens the database depends on. */
const essential: readonly string[] = ['config', 'dataDir', 'databaseUrl', 'databaseSessionUrl', 'databases']

type Row = readonly [string, string]

export function helpOf(command: Command, width = maxWidth): string {
  const { name, summary, about, takes = [], flags } = command
  const own = Object.entries(flags).map(
    ([flag, { value, doc, required }]): Row => [
      `--${flag}${value ? ` ${value}` : ''}`,
      required ? `${doc} Required.` : doc,
    ],
  )
  const groups: [string, Row[]][] = [['Options', own]]
  for (const [section, title] of Object.entries(sections)) {
    const rows = optionTexts
      .filter((one) => one.section === section && isListed(command, one))
      .map(
        ({ flag, variable, value, fallback, doc }): Row => [
          `${flag} ${value}`,
          `${doc} [${fallback === undefined || fallback === '' ? '' : `${fallback}, `}$${variable}]`,
        ],
      )
    groups.push([`${title} options`, rows])
  }
  const common = groups.find(([title]) => title === 'Common options')
  common?.[1].push(['-h, --help', 'Show this help.'])
  const usage = ['loquat', name, ...takes, '[options]'].join(' ')
  const shown = groups.filter(([, rows]) => rows.length > 0)
  const left = leftWidth(
    shown.flatMap(([, rows]) => rows),
    width,
  )
  return [
    `Usage: ${usage}`,
    '',
    wrap(`${summary}.${about ? ` ${about}` : ''}`, Math.min(width, 100)),
    ...shown.flatMap(([title, rows]) => ['', `${title}:`, ...table(rows, width, left)]),
  ].join('\n')
}

/** Whether a server option is listed for a command. */
export function isListed(
  { uses = [], showsServerOptions }: Command,
  { name, section }: { name: string; section: Section | undefined },
): boolean {
  if (showsServerOptions) return true
  if (uses === 'nothing' || section === undefined) return false
  return essential.includes(name) || uses.includes(section)
}

/** The groups of the overview, with the first words of their commands. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Server: ['start', 'serve', 'reload', 'config', 'upgrade', 'demo', 'completion'],
  Organizations: ['org'],
  'Accounts and content': ['user', 'directory', 'message', 'audit-log'],
  'Data and backups': ['import', 'export', 'backup', 'restore', 'database'],
  'Mail servers and agents': ['mail deliver', 'mcp'],
}
const otherGroup = 'Diagnosis'

const groupOf = (name: string): string =>
  Object.entries(groups).find(
    ([, words]) => words.includes(name) || words.includes(name.split(' ')[0] as string),
  )?.[0] ?? otherGroup

/** The commands, all or those of one word such as `org`. */
export function overview(commands: readonly Command[], width = maxWidth): string {
  const rows = commands.map(({ name, summary }): Row => [name, `${summary}.`])
  const left = leftWidth(rows, width)
  const titles = [...Object.keys(groups), otherGroup]
  return [
    'Usage: loquat COMMAND [options]',
    '',
    `Loquat ${version}: team chat in which every conversation belongs to a topic.`,
    ...titles.flatMap((title) => {
      const own = rows.filter(([name]) => groupOf(name) === title)
      return own.length === 0 ? [] : ['', `${title}:`, ...table(own, width, left)]
    }),
    '',
    wrap("'loquat help COMMAND' shows the options of a command, and 'loquat --version' the version.", width),
    wrap('Exit codes: 0 success, 1 failure, 2 invalid usage or configuration. See docs/command-line.md.', width),
  ].join('\n')
}

/** The commands that begin with a word, such as `org`. */
export const groupHelp = (word: string, commands: readonly Command[], width = maxWidth): string =>
  [
    `Usage: loquat ${word} COMMAND [options]`,
    '',
    ...table(
      commands.map(({ name, summary }): Row => [name, `${summary}.`]),
      width,
    ),
    '',
    `'loquat help ${word} COMMAND' shows the options of a command.`,
  ].join('\n')

/** On narrow terminals, long entries of the left column go on a line of their own. */
const leftWidth = (rows: readonly Row[], width: number): number =>
  Math.min(Math.max(...rows.map(([left]) => left.length)), Math.floor(width / 2.5))

/** Two columns; the second one wraps. */
function table(rows: readonly Row[], width: number, left = leftWidth(rows, width)): string[] {
  const indent = ' '.repeat(left + 4)
  return rows.map(([name, doc]) => {
    const text = wrap(doc, Math.max(20, width - left - 4)).replaceAll('\n', `\n${indent}`)
    return name.length > left ? `  ${name}\n${indent}${text}` : `  ${name.padEnd(left)}  ${text}`
  })
}

export function wrap(text: string, width: number): string {
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
