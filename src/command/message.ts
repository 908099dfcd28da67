import { asMessageId } from '#contract'
import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

export const restoreMessage = (means: Means): Command => ({
  name: 'message restore',
  summary: 'Bring back a deleted message',
  about: 'It is read for everybody. Clients show it when they next fetch messages, after a restart at the latest.',
  takes: ['ID'],
  flags: {
    org: {
      value: 'SUBDOMAIN',
      doc: 'Subdomain of the organization; not needed for the only one, or for that at the root.',
    },
    json: { doc: 'Print JSON.' },
  },
  async run({ config, flags, switches, taken }) {
    const id = Number(taken[0])
    if (!Number.isSafeInteger(id) || id < 1) throw new UsageError(`'${taken[0]}' is no id of a message`)
    const restored = await perform(means, config, 'restoreMessage', { org: flags.org, id: asMessageId(id) })
    means.terminal.say(switches.has('json') ? JSON.stringify(restored) : `Message ${id} is back`)
  },
})
