import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '#platform/config'
import { counted, isOrAre } from './counted.ts'
import { UsageError } from './errors.ts'
import type { Command, Input } from './flags.ts'
import type { OutcomeOf, ReportProgress } from './operations/index.ts'
import { perform } from './perform.ts'
import { progressBar } from './progress-bar.ts'
import type { Means } from './terminal.ts'

export const exportOrganization = (means: Means): Command => ({
  name: 'export',
  summary: "Export an organization's public data, or everything, to a file",
  about: 'The export is a compressed tar archive of JSON and files. See docs/exports.md and docs/export-format.md.',
  flags: {
    output: { value: 'FILE', doc: 'Output file, or folder with --html. It must not exist.', required: true },
    full: { doc: 'Export everything, for org import.' },
    format: { value: 'zulip', doc: 'Export everything in the Zulip export format.' },
    'migration-status': {
      value: 'FILE',
      doc: 'With --format zulip: migration_status.json from an export of the target server.',
    },
    secrets: { doc: 'With --full: include password hashes, API keys, and invitations.' },
    html: { doc: 'Export public channels as a website that works without a server.' },
    channel: { value: 'NAME', doc: 'With --html: only this public channel.' },
    org: {
      value: 'SUBDOMAIN',
      doc: "Subdomain of the organization. Not needed if there's only one, or for the one at the root.",
    },
    json: { doc: 'Print JSON.' },
  },
  uses: ['storage'],
  async run({ config, flags, switches }) {
    const output = resolve(flags.output as string)
    const kinds = ['html', 'full'].filter((one) => switches.has(one)).map((one) => `--${one}`)
    if (flags.format !== undefined) {
      if (flags.format !== 'zulip')
        throw new UsageError(`--format must be zulip, not '${flags.format}'`, { hint: false })
      kinds.push('--format zulip')
    }
    if (kinds.length > 1) throw new UsageError(`${kinds.join(' and ')} can't be combined`)
    for (const [flag, kind] of [
      ['channel', '--html'],
      ['migration-status', '--format zulip'],
    ] as const)
      if (flags[flag] !== undefined && !kinds.includes(kind)) throw new UsageError(`--${flag} requires ${kind}`)
    if (switches.has('secrets') && !switches.has('full')) throw new UsageError('--secrets requires --full')
    const { org } = flags
    const isJson = switches.has('json')
    const { say } = means.terminal
    const progress = progressBar(means.terminal, isJson)
    if (switches.has('html')) {
      const site = { org, output, channel: flags.channel }
      const made = await perform(means, config, 'exportSite', site, progress.tell).finally(progress.end)
      if (isJson) return say(JSON.stringify(made))
      return say(
        `${counted(made.messages, 'message')} of ${counted(made.channels, 'channel')} ${isOrAre(made.messages)} in ${output}/index.html`,
      )
    }
    const made = await written(means, config, { org, output }, flags, switches, progress.tell).finally(() =>
      progress.end(),
    )
    if (isJson) return say(JSON.stringify(made))
    if ('rows' in made)
      say(
        `${counted(made.rows, 'row')} with ${counted(made.messages, 'message')}, and ${counted(made.files, 'file')}, are in ${output}`,
      )
    else say(`${counted(made.messages, 'message')} and ${counted(made.uploads, 'file')} are in ${output}`)
    if (made.missing > 0) say(`${counted(made.missing, 'file')} ${isOrAre(made.missing)} missing on this server`)
  },
})

async function written(
  means: Means,
  config: Config,
  input: { org: string | undefined; output: string },
  flags: Input['flags'],
  switches: Input['switches'],
  tell: ReportProgress,
): Promise<OutcomeOf<'exportEverything'> | OutcomeOf<'exportOrganization'>> {
  if (flags.format === 'zulip') {
    const migrationStatus = await migrationStatusIn(flags['migration-status'])
    return perform(means, config, 'exportForZulip', { ...input, migrationStatus }, tell)
  }
  if (!switches.has('full')) return perform(means, config, 'exportOrganization', input, tell)
  return perform(means, config, 'exportEverything', { ...input, secrets: switches.has('secrets') }, tell)
}

const maxStatusLength = 2 ** 20

/** A server's unchanged migration status; refuses other files. */
async function migrationStatusIn(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    const text = await readFile(path, 'utf8')
    if (text.length > maxStatusLength || !('migrations_by_app' in JSON.parse(text))) throw new Error('no status')
    return text
  } catch {
    throw new UsageError(`${path} is not the migration_status.json of an export`, { hint: false })
  }
}
