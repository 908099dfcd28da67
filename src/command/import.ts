import { createReadStream } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import type { OtherEncoding } from '../features/data/imports/public.ts'
import { counted } from './counted.ts'
import { FailedError, UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import type { ImportedUser, UserToImport } from './operations/index.ts'
import { checkEmail, checkPersonName, jsonFlag as json, orgFlag as org } from './org.ts'
import { checkPassword, makePassword } from './passwords.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'
import { checkRole } from './user.ts'

const names = ['email', 'name', 'role', 'password'] as const
/** Batch size: large enough to be worth opening a database for, small enough for regular progress. */
const together = 2_000

export const importUsers = (means: Means): Command => ({
  name: 'user import',
  summary: 'Create many accounts from a CSV file',
  about:
    "The first line names the columns: email, name, and optionally role (default: member) and password. If any line has an error, nothing is done. Existing accounts aren't changed, so you can import a file again. People without a password sign in with a provider or reset their password.",
  takes: ['FILE'],
  flags: {
    org,
    'dry-run': { doc: 'Show what would be done without doing it.' },
    'make-passwords': { doc: 'Generate a password for each new user without one, and show it once.' },
    json,
  },
  async run({ config, flags, switches, taken }) {
    const { terminal } = means
    const people = await peopleIn(taken[0] as string, (encoding) =>
      terminal.complain(`${taken[0]} is not in UTF-8, and was read as ${encoding}`),
    )
    const dryRun = switches.has('dry-run')
    const made = new Map<number, string>()
    if (switches.has('make-passwords'))
      for (const person of people)
        if (person.password === undefined) {
          person.password = makePassword()
          made.set(person.line, person.password)
        }
    const outcomes: ImportedUser[] = []
    const isJson = switches.has('json')
    for (let from = 0; from < people.length; from += together) {
      const some = await perform(means, config, 'importUsers', {
        ...(flags.org === undefined ? {} : { org: flags.org }),
        people: people.slice(from, from + together),
        dryRun,
      })
      outcomes.push(...some)
      for (const { line, email, outcome, error } of some) {
        if (outcome === 'failed') terminal.complain(`line ${line}: ${email}: ${error}`)
        const password = made.get(line)
        if (outcome === 'created' && !dryRun && password) {
          const text = `${email},${password}`
          if (isJson) terminal.complain(text)
          else terminal.say(text)
        }
      }
    }
    const count = (wanted: ImportedUser['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
    if (isJson) terminal.say(JSON.stringify(outcomes))
    else
      terminal.say(`${count('created')} ${dryRun ? 'would be created' : 'created'}, ${count('present')} had an account`)
    const failed = count('failed')
    if (failed > 0) throw new FailedError(`${failed} of ${counted(outcomes.length, 'account')} could not be created`)
  },
})

/** The people in the file; refuses the whole file and lists every invalid line. */
async function peopleIn(file: string, converted: (encoding: OtherEncoding) => void): Promise<UserToImport[]> {
  const { parse } = await import('csv-parse/sync')
  const { inUtf8 } = await import('../features/data/imports/public.ts')
  let rows: { record: string[]; info: { lines: number } }[]
  let text = ''
  let read = 0
  try {
    text = await textOf(inUtf8(createReadStream(file), converted))
    rows = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record(row, { lines }) {
        read = lines
        return row
      },
    }) as unknown as typeof rows
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (/^E[A-Z]+$/.test(code ?? '')) throw new UsageError(`${file} cannot be read (${code})`, { hint: false })
    // a missing quote is only noticed at the end of the file, so report where it began
    const begins = text.split(/\r\n|\n|\r/).findIndex((line, index) => index >= read && line.trim() !== '') + 1
    const problem = code === 'CSV_QUOTE_NOT_CLOSED' ? "a quote there isn't closed" : message
    throw new UsageError(`${file} is not valid CSV from line ${begins} on: ${problem}`, { hint: false })
  }
  const head = rows[0]?.record.map((name) => name.toLowerCase()) ?? []
  const unknown = head.find((name) => !(names as readonly string[]).includes(name))
  if (unknown !== undefined || !head.includes('email') || !head.includes('name'))
    throw new UsageError(
      unknown === undefined
        ? `${file}: the first line names the columns: email, name, role, password`
        : `${file}: there is no column '${unknown}', only ${names.join(', ')}`,
      { hint: false },
    )
  const wrong: string[] = []
  const lineOf = new Map<string, number>()
  const people: UserToImport[] = []
  for (const { record, info } of rows.slice(1)) {
    const line = info.lines
    const cell = (name: (typeof names)[number]) => record[head.indexOf(name)] || undefined
    try {
      if (record.length !== head.length)
        throw new UsageError(`${counted(record.length, 'column')} instead of ${head.length}`)
      const email = checkEmail(cell('email') ?? '')
      const before = lineOf.get(email.toLowerCase())
      if (before !== undefined) throw new UsageError(`${email} is already on line ${before}`)
      lineOf.set(email.toLowerCase(), line)
      const given = cell('password')
      const password = given === undefined ? undefined : checkPassword(given)
      people.push({
        line,
        email,
        full_name: checkPersonName(cell('name') ?? '', 'the name'),
        role: checkRole(cell('role')?.toLowerCase() ?? 'member'),
        password,
      })
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      wrong.push(`line ${line}: ${error.message}`)
    }
  }
  if (wrong.length > 0)
    throw new UsageError(`${file} has errors, so nothing was done:\n${wrong.slice(0, 100).join('\n')}`, {
      hint: false,
    })
  return people
}
