import { counted, sized } from './counted.ts'
import type { Command } from './flags.ts'
import type { MovedOrganization } from './operations/index.ts'
import { checkSubdomain, jsonFlag as json } from './org.ts'
import { perform } from './perform.ts'
import { progressBar } from './progress-bar.ts'
import type { Means } from './terminal.ts'

export const moveOrganization = (means: Means): Command => ({
  name: 'org move',
  summary: 'Move an organization to another database while people stay connected',
  about:
    "Writes pause briefly for the switch; apps stay connected. If the command is interrupted before that, nothing has changed; after it, a running server finishes the move. SUBDOMAIN is '' for the organization at the root. See docs/growing.md.",
  takes: ['SUBDOMAIN'],
  flags: {
    to: { value: 'NAME', doc: "Name of the database in --databases, or 'home'.", required: true },
    'dry-run': { doc: 'Show what would be moved without changing anything.' },
    json,
  },
  async run({ config, flags, switches, taken }) {
    const isJson = switches.has('json')
    const bar = progressBar(means.terminal, isJson)
    const input = {
      org: checkSubdomain(taken[0]),
      to: flags.to as string,
      dryRun: switches.has('dry-run'),
    }
    const outcome = await perform(means, config, 'moveToDatabase', input, bar.tell).finally(bar.end)
    if (isJson) means.terminal.say(JSON.stringify(outcome))
    else for (const line of linesOf(outcome)) means.terminal.say(line)
  },
})

function linesOf({ subdomain, from, to, tables, moved }: MovedOrganization): string[] {
  const name = subdomain || 'the organization at the root'
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  const bytes = tables.reduce((sum, one) => sum + one.bytes, 0)
  if (moved) {
    const what = `${counted(moved.rows, 'row')}, and ${moved.followed} that changed during the move`
    return [`${name} is now in '${to}': ${what}; writes were paused for ${Math.round(moved.pausedMs)} ms`]
  }
  return [
    ...tables.map((one) => `${one.name}: ${counted(one.rows, 'row')}, ${sized(one.bytes)}`),
    `${name} would be moved from '${from}' to '${to}': ${counted(rows, 'row')}, ${sized(bytes)}; nothing was changed`,
  ]
}
