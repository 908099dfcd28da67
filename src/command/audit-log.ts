import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { orgFlag as org } from './org.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

const atOnce = 1_000

export const auditLog = (means: Means): Command => ({
  name: 'audit-log',
  summary: 'Print the audit log, one JSON object per line',
  about: 'Oldest first. docs/audit-log.md describes the fields.',
  flags: {
    org,
    after: { value: 'ID', doc: 'Print only entries after this ID.' },
    json: { doc: 'Print JSON. This command always does.' },
  },
  async run({ config, flags }) {
    if (flags.after !== undefined && !/^\d{1,15}$/.test(flags.after)) throw new UsageError('--after is no id')
    for (let after = Number(flags.after ?? 0); ; ) {
      const entries = await perform(means, config, 'auditLog', { org: flags.org, after, limit: atOnce })
      for (const entry of entries) means.terminal.say(JSON.stringify(entry))
      if (entries.length < atOnce) return
      after = entries.at(-1)?.id ?? after
    }
  },
})
