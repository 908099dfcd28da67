import { resolve } from 'node:path'
import type { Command } from './flags.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

export const exportOrganization = (means: Means): Command => ({
  name: 'export',
  summary: "Write an organization's public data to a file",
  about: 'It is a compressed tar archive of JSON and files, described in docs/exports.md.',
  flags: {
    output: { value: 'FILE', doc: 'Where to write it; it must not exist yet.', required: true },
    org: {
      value: 'SUBDOMAIN',
      doc: 'Subdomain of the organization; not needed for the only one, or for that at the root.',
    },
    json: { doc: 'Print JSON.' },
  },
  async run({ config, flags, switches }) {
    const output = resolve(flags.output as string)
    const made = await perform(means, config, 'exportOrganization', { org: flags.org, output })
    if (switches.has('json')) means.terminal.say(JSON.stringify(made))
    else means.terminal.say(`${made.messages} messages and ${made.uploads} files are in ${output}`)
  },
})
