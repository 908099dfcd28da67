import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { jsonFlag as json, orgFlag as org } from './org.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

/** The address of an organization: a server, without a path. */
function checkAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.pathname !== '/' || url.search || url.hash)
    throw new UsageError(`'${given}' is no address of a server, like https://chat.example.com`)
  return url.origin
}

export const redirectOrganization = (means: Means): Command => ({
  name: 'org redirect',
  summary: 'Close an organization that has moved to another server, and lead everybody there',
  about: 'Pages lead to the new address, and apps are told of it. org reactivate ends that.',
  flags: { org, to: { value: 'URL', doc: 'The new address, like https://chat.example.com.', required: true }, json },
  async run({ config, flags, switches }) {
    const to = checkAddress(flags.to as string)
    const outcome = await perform(means, config, 'redirectOrganization', { org: flags.org, to })
    const { say } = means.terminal
    if (switches.has('json')) return say(JSON.stringify(outcome))
    say(outcome.changed ? `${outcome.name} is closed, and leads to ${to}` : `${outcome.name} leads to ${to} already`)
  },
})

export const allowFullExport = (means: Means): Command => ({
  name: 'org full-export',
  summary: 'Let owners of an organization export everything over the API, or not any more',
  about: 'That is what is private to others as well, like direct messages. It is off until it is turned on here.',
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
