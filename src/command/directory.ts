import { counted } from './counted.ts'
import { FailedError } from './errors.ts'
import type { Command } from './flags.ts'
import type { Synchronized } from './operations/index.ts'
import { jsonFlag as json, orgFlag as org } from './org.ts'
import { perform } from './perform.ts'
import { columns, type Means, type Terminal } from './terminal.ts'

export const syncDirectory = (means: Means): Command => ({
  name: 'directory sync',
  summary: 'Synchronize users and groups with LDAP or Active Directory',
  about:
    'Directories are configured with --ldap-file; see docs/ldap.md. A running server also does this automatically.',
  flags: {
    org,
    'dry-run': { doc: 'Show what would change without changing anything.' },
    'any-number': { doc: 'Deactivate accounts even if there are more than the configured limit.' },
    json,
  },
  uses: ['sign-in'],
  async run({ config, flags, switches }) {
    const dryRun = switches.has('dry-run')
    const wanted = { org: flags.org, dryRun, anyNumber: switches.has('any-number') }
    const done = await perform(means, config, 'syncDirectories', wanted)
    const { say } = means.terminal
    if (switches.has('json')) say(JSON.stringify(done))
    else for (const line of report(done, dryRun, means.terminal)) say(line)
    if (done.outcome === 'failed') throw new FailedError(done.problem ?? 'it failed')
    if (done.outcome === 'held back' && !dryRun)
      throw new FailedError(`nothing was changed: ${done.problem}; use --any-number to do it anyway`)
  },
})

function report(
  { people, counts, changes, problems, problem }: Synchronized,
  dryRun: boolean,
  terminal: Terminal,
): string[] {
  const numbers = Object.entries(counts).filter(([name]) => name !== 'people' && name !== 'problems')
  const listed = numbers.map(([name, count]) => `${name} ${count}`).join(', ') || 'nothing'
  return [
    `${counted(people, 'person')} in the directories; ${dryRun ? 'would change' : 'changed'}: ${listed}`,
    ...columns(
      changes.map(({ kind, name, detail }) => [kind, name, detail]),
      terminal,
    ),
    ...problems.map((one) => `problem: ${one.name}: ${one.problem}`),
    ...(dryRun && problem ? [`would be held back: ${problem}`] : []),
  ]
}
