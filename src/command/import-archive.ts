import { access, constants } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { sourceNames } from '../features/data/imports/api.ts'
import { counted, wasOrWere } from './counted.ts'
import { UsageError } from './errors.ts'
import type { Command, Input } from './flags.ts'
import { boundHeapOfImport } from './heap.ts'
import type { ArchiveToImport, Imported } from './operations/imports.ts'
import type { ReportProgress } from './operations/index.ts'
import { checkEmail, checkOrganizationName, checkPersonName, checkSubdomain, jsonFlag, sayPassword } from './org.ts'
import { choosePassword, passwordDoc } from './passwords.ts'
import { perform } from './perform.ts'
import { progressBar } from './progress-bar.ts'
import type { Means, Terminal } from './terminal.ts'

export const importArchive = (means: Means): Command => ({
  name: 'import',
  summary: 'Import the history of another chat',
  about: `SOURCE is ${sourceNames.join(', ')}; FILE its archive. Start with --dry-run, which only writes a report of what would be imported and what would be lost. To continue an interrupted import, run the same command again.`,
  takes: ['SOURCE', 'FILE'],
  flags: {
    'dry-run': { doc: 'Only write a report of what would be imported.' },
    into: {
      value: 'new|SUBDOMAIN',
      doc: "Create a new organization with this subdomain, or add to an existing one ('' for the one at the root).",
    },
    subdomain: { value: 'S', doc: "Subdomain of the new organization. By default, it's at the root." },
    name: { value: 'NAME', doc: 'Name of the new organization.' },
    'owner-name': { value: 'NAME', doc: 'Full name of its owner.' },
    'owner-email': {
      value: 'EMAIL',
      doc: "The owner's email address. If it's in the archive, that user becomes the owner.",
    },
    'owner-password': { value: 'PASSWORD', doc: passwordDoc },
    'grant-roles': { doc: 'Keep the administrator and moderator roles from the archive.' },
    download: { doc: 'Download files from the URLs in the archive.' },
    report: { value: 'FILE', doc: 'Where to write the report. By default, next to the archive.' },
    json: jsonFlag,
  },
  uses: ['storage'],
  async run(input) {
    const { config, switches, flags } = input
    boundHeapOfImport(config)
    const [named = '', given = ''] = input.taken
    const source = sourceNames.find((name) => name === named)
    if (!source)
      throw new UsageError(`unknown source '${named}'; choose one of ${sourceNames.join(', ')}`, { hint: false })
    const isDryRun = switches.has('dry-run')
    if (flags.into === undefined && !isDryRun) throw new UsageError('specify --dry-run or --into')
    const { terminal } = means
    const file = resolve(given)
    const { into, password } = await placeOf(input, terminal, isDryRun)
    const isJson = switches.has('json')
    const progress = progressBar(terminal, isJson)
    const owner = into && 'owner' in into ? into.owner : undefined
    let isOwnerMade = false
    const tell: ReportProgress = (one) => {
      if (one.phase !== 'owner') return progress.tell(one)
      isOwnerMade = true
      // print it right away: an import that's resumed after an interruption doesn't have it
      if (password && owner) sayPassword(means, owner.email, password, isJson)
    }
    const outcome = await perform(
      means,
      config,
      'importArchive',
      {
        ...{ source, file, dryRun: isDryRun },
        report: flags.report === undefined ? await reportFor(file) : resolve(flags.report),
        ...(into === undefined ? {} : { into }),
        grantRoles: switches.has('grant-roles'),
        download: switches.has('download'),
      },
      tell,
    ).finally(() => progress.end())
    await print(terminal, outcome, isDryRun, isJson)
    if (owner && !isOwnerMade) terminal[isJson ? 'complain' : 'say'](keepsPassword(owner.email, flags.subdomain))
  },
})

const keepsPassword = (email: string, subdomain = ''): string =>
  `The account ${email} already existed, and its password is unchanged; to set a new one: loquat user password ${email}${subdomain && ` --org ${subdomain}`}`

/** The target of the archive, and the generated password for the owner of a new organization. */
async function placeOf(
  { flags }: Input,
  terminal: Terminal,
  isDryRun: boolean,
): Promise<{ into?: ArchiveToImport['into']; password?: string }> {
  if (flags.into === undefined) return {}
  if (flags.into !== 'new') return { into: { org: checkSubdomain(flags.into) } }
  if (isDryRun) return {}
  for (const flag of ['name', 'owner-name', 'owner-email'])
    if (flags[flag] === undefined) throw new UsageError(`--${flag} is missing: a new organization needs it`)
  const full_name = checkPersonName(flags['owner-name'] as string, '--owner-name')
  const email = checkEmail(flags['owner-email'] as string)
  const { password, generated } = await choosePassword(flags['owner-password'], terminal)
  const owner = { full_name, email, password }
  const into = {
    name: checkOrganizationName(flags.name as string, '--name'),
    subdomain: checkSubdomain(flags.subdomain),
    owner,
  }
  return generated ? { into, password } : { into }
}

/** Next to the archive, or in the current folder if that isn't writable. */
async function reportFor(file: string): Promise<string> {
  const name = `${basename(file)}.report.txt`
  const isOpen = await access(dirname(file), constants.W_OK).then(
    () => true,
    () => false,
  )
  return isOpen ? join(dirname(file), name) : resolve(name)
}

async function print({ say }: Terminal, outcome: Imported, isDryRun: boolean, isJson: boolean): Promise<void> {
  if (isJson) {
    say(JSON.stringify(outcome))
    return
  }
  const { linesOf } = await import('../features/data/imports/public.ts')
  for (const line of linesOf(outcome)) say(line)
  say(`The report is in ${outcome.report}`)
  if (isDryRun) say('Nothing was imported.')
  else
    say(
      `${counted(outcome.written, 'message')} ${wasOrWere(outcome.written)} imported. The organization is at ${outcome.url}`,
    )
}
