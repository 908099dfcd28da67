import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import type { QuotaChanges } from './operations/index.ts'
import { jsonFlag as json, orgFlag as org } from './org.ts'
import { perform } from './perform.ts'
import { columns, type Means } from './terminal.ts'

const most = 1_000_000_000
const given = 'N|none|server'

/** A number, `none` for no limit, or `server` for the server's default. */
function checkQuota(text: string, flag: string): number | 'none' | 'server' {
  if (text === 'none' || text === 'server') return text
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > most)
    throw new UsageError(`--${flag}: '${text}' must be a number from 1 to ${most}, none, or server`)
  return Number(text)
}

const flagNames = { upload_mib: 'upload-mib', messages_per_minute: 'messages-per-minute', event_queues: 'event-queues' }

export const organizationQuota = (means: Means): Command => ({
  name: 'org quota',
  summary: "Show or change an organization's quotas",
  about:
    "Each is a number, none for no limit, or server for the server's option. Without any, the command shows the quotas.",
  flags: {
    org,
    'upload-mib': { value: given, doc: 'Storage quota for uploaded files, in MiB.' },
    'messages-per-minute': { value: given, doc: 'Maximum messages per minute.' },
    'event-queues': { value: given, doc: 'Maximum connected clients.' },
    json,
  },
  async run({ config, flags, switches }) {
    const changes: QuotaChanges = {}
    for (const [name, flag] of Object.entries(flagNames)) {
      const text = flags[flag]
      if (text !== undefined) changes[name as keyof QuotaChanges] = checkQuota(text, flag)
    }
    if (Object.keys(changes).length > 0) await perform(means, config, 'changeQuotas', { org: flags.org, changes })
    const shown = await perform(means, config, 'showQuotas', { org: flags.org })
    const { say } = means.terminal
    if (switches.has('json')) return say(JSON.stringify(shown))
    for (const line of columns(
      [
        ['quota', 'limit', 'current', 'set by'],
        ...shown.quotas.map(({ name, most, used, isOwn }) => [
          flagNames[name],
          most === null ? 'no limit' : String(most),
          String(used),
          isOwn ? 'org quota' : "the server's options",
        ]),
      ],
      means.terminal,
    ))
      say(line)
  },
})
