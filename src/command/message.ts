import { asMessageId } from '#contract'
import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

export const restoreMessage = (means: Means): Command => ({
  name: 'message restore',
  summary: 'Restore a deleted message',
  about: 'It is marked as read for everyone. Clients show it the next time they fetch messages.',
  takes: ['ID'],
  flags: {
    org: {
      value: 'SUBDOMAIN',
      doc: "Subdomain of the organization. Not needed if there's only one, or for the one at the root.",
    },
    json: { doc: 'Print JSON.' },
  },
  async run({ config, flags, switches, taken }) {
    const id = Number(taken[0])
    if (!Number.isSafeInteger(id) || id < 1) throw new UsageError(`'${taken[0]}' is not a message ID`)
    const restored = await perform(means, config, 'restoreMessage', { org: flags.org, id: asMessageId(id) })
    means.terminal.say(switches.has('json') ? JSON.stringify(restored) : `Message ${id} was restored`)
  },
})
