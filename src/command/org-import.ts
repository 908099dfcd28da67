import { resolve } from 'node:path'
import { counted } from './counted.ts'
import type { Command } from './flags.ts'
import { checkSubdomain, databaseFlag, jsonFlag } from './org.ts'
import { perform } from './perform.ts'
import { progressBar } from './progress-bar.ts'
import type { Means } from './terminal.ts'

export const importOrganization = (means: Means): Command => ({
  name: 'org import',
  summary: 'Create an organization from a full export',
  about: 'FILE is an archive from export --full; see docs/export-format.md. All of it is imported, or nothing.',
  takes: ['FILE'],
  flags: {
    subdomain: { value: 'S', doc: 'Subdomain. By default, the organization is at the root.' },
    database: databaseFlag,
    'dry-run': { doc: 'Check the whole file without changing anything.' },
    json: jsonFlag,
  },
  uses: ['storage'],
  async run({ config, flags, switches, taken }) {
    const file = resolve(taken[0] as string)
    const subdomain = checkSubdomain(flags.subdomain)
    const progress = progressBar(means.terminal, switches.has('json'))
    const input = { file, subdomain, database: flags.database, dryRun: switches.has('dry-run') }
    const made = await perform(means, config, 'importOrganization', input, progress.tell).finally(progress.end)
    const { say } = means.terminal
    if (switches.has('json')) return say(JSON.stringify(made))
    const what = `${made.name}: ${counted(made.rows, 'row')}, ${counted(made.messages, 'message')}, ${counted(made.files, 'file')}`
    say(made.url === null ? `${what}; nothing was changed` : `${what}, at ${made.url}`)
    if (!made.secrets)
      say('The file contains no secrets: people need to reset their passwords, and apps and bots need new API keys')
    if (made.ids_kept === false) say('IDs have changed because the server already had organizations')
  },
})
