import { counted, wasOrWere } from './counted.ts'
import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { checkEmail, jsonFlag as json, orgFlag as org } from './org.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

export const inviteUsers = (means: Means): Command => ({
  name: 'user invite',
  summary: 'Invite imported people by email',
  about:
    'Each gets an invitation to the address that the archive has, good for ten days. People with an invitation that is still good are left out, so you can run it again.',
  flags: {
    org,
    imported: { doc: "Invite everyone who was imported and hasn't joined yet. Required." },
    from: { value: 'EMAIL', doc: 'Administrator to send the invitations as. Defaults to an owner.' },
    json,
  },
  uses: ['mail'],
  async run({ config, flags, switches }) {
    if (!switches.has('imported')) throw new UsageError('--imported is missing')
    const from = flags.from === undefined ? undefined : checkEmail(flags.from)
    const done = await perform(means, config, 'inviteImportedUsers', { org: flags.org, from })
    const { say } = means.terminal
    if (switches.has('json')) return say(JSON.stringify(done))
    say(`${counted(done.invited, 'person')} ${wasOrWere(done.invited)} invited`)
    if (done.already_invited > 0) say(`${done.already_invited} already had an invitation`)
    if (done.not_allowed > 0) say(`${done.not_allowed} have email addresses that the organization doesn't allow`)
  },
})
