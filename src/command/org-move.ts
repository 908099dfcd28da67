import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { jsonFlag as json, orgFlag as org } from './org.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

/** Checks the URL of an organization: a server without a path. */
function checkAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.pathname !== '/' || url.search || url.hash)
    throw new UsageError(`'${given}' is not a server URL like https://chat.example.com`)
  return url.origin
}

export const redirectOrganization = (means: Means): Command => ({
  name: 'org redirect',
  summary: 'Deactivate an organization that has moved to another server, and redirect people there',
  about: 'Pages redirect to the new URL, and apps are told the new URL. Undo this with org reactivate.',
  flags: { org, to: { value: 'URL', doc: 'The new URL, such as https://chat.example.com.', required: true }, json },
  async run({ config, flags, switches }) {
    const to = checkAddress(flags.to as string)
    const outcome = await perform(means, config, 'redirectOrganization', { org: flags.org, to })
    const { say } = means.terminal
    if (switches.has('json')) return say(JSON.stringify(outcome))
    say(
      outcome.changed
        ? `${outcome.name} is deactivated and redirects to ${to}`
        : `${outcome.name} already redirects to ${to}`,
    )
  },
})

export const allowFullExport = (means: Means): Command => ({
  name: 'org full-export',
  summary: "Allow or forbid an organization's owners to export all data with the API",
  about: "This includes other people's private data, such as direct messages. It's off by default.",
  takes: ['on|off'],
  flags: { org, json },
  async run({ config, flags, switches, taken }) {
    const [given] = taken
    if (given !== 'on' && given !== 'off') throw new UsageError(`'${given}' is neither on nor off`)
    const isAllowed = given === 'on'
    const outcome = await perform(means, config, 'allowFullExport', { org: flags.org, isAllowed })
    const { say } = means.terminal
    if (switches.has('json')) return say(JSON.stringify(outcome))
    say(`Owners of ${outcome.name} can${isAllowed ? '' : 'not'} export everything`)
  },
})
