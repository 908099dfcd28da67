import { resolve } from 'node:path'
import type { Config } from '#platform/config'
import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

export const exportOrganization = (means: Means): Command => ({
  name: 'export',
  summary: "Write an organization's public data, or everything, to a file",
  about: 'It is a compressed tar archive of JSON and files, described in docs/exports.md and docs/export-format.md.',
  flags: {
    output: { value: 'FILE', doc: 'Where to write it, with --html a folder; it must not exist yet.', required: true },
    full: { doc: "Everything that is the organization's, to be read by org import." },
    secrets: { doc: 'With --full: hashes of passwords, API keys and invitations as well.' },
    html: { doc: 'Public channels as a folder of pages that can be read and searched without a server.' },
    channel: { value: 'NAME', doc: 'With --html: this public channel alone.' },
    org: {
      value: 'SUBDOMAIN',
      doc: 'Subdomain of the organization; not needed for the only one, or for that at the root.',
    },
    json: { doc: 'Print JSON.' },
  },
  async run({ config, flags, switches }) {
    const output = resolve(flags.output as string)
    if (switches.has('html') && switches.has('full')) throw new UsageError('--html and --full are two exports')
    if (flags.channel !== undefined && !switches.has('html')) throw new UsageError('--channel goes with --html')
    if (switches.has('html')) {
      const made = await perform(means, config, 'exportSite', { org: flags.org, output, channel: flags.channel })
      if (switches.has('json')) return means.terminal.say(JSON.stringify(made))
      return means.terminal.say(`${made.messages} messages of ${made.channels} channels are in ${output}/index.html`)
    }
    if (switches.has('full')) return exportEverything(means, config, flags.org, output, switches)
    if (switches.has('secrets')) throw new UsageError('--secrets goes with --full')
    const made = await perform(means, config, 'exportOrganization', { org: flags.org, output })
    if (switches.has('json')) means.terminal.say(JSON.stringify(made))
    else means.terminal.say(`${made.messages} messages and ${made.uploads} files are in ${output}`)
  },
})

async function exportEverything(
  means: Means,
  config: Config,
  org: string | undefined,
  output: string,
  switches: ReadonlySet<string>,
): Promise<void> {
  const secrets = switches.has('secrets')
  const made = await perform(means, config, 'exportEverything', { org, output, secrets })
  const { say } = means.terminal
  if (switches.has('json')) return say(JSON.stringify(made))
  say(`${made.rows} rows with ${made.messages} messages, and ${made.files} files, are in ${output}`)
  if (made.missing > 0) say(`${made.missing} files are missing on this server already`)
}
