import type { Command } from './flags.ts'
import { checkSubdomain } from './org.ts'
import { choosePassword } from './passwords.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

export const demo = (means: Means): Command => ({
  name: 'demo',
  summary: 'Load the demonstration: a made-up company with two weeks of conversations',
  flags: {
    subdomain: { value: 'S', doc: 'Subdomain. By default, the demonstration is at the root.' },
    password: {
      value: 'PASSWORD',
      doc: 'Password for all its users; - reads it from standard input. By default, one is generated and shown once.',
    },
    json: { doc: 'Print one line of JSON.' },
  },
  async run({ config, flags, switches }) {
    const { terminal } = means
    const subdomain = checkSubdomain(flags.subdomain)
    const { password, generated } = await choosePassword(flags.password, terminal)
    const { people, ...made } = await perform(means, config, 'loadDemonstration', { subdomain, password })
    const secret = generated ? `The password for all users is ${password} (it won't be shown again)` : undefined
    if (switches.has('json')) {
      terminal.say(JSON.stringify(made))
      if (secret) terminal.complain(secret)
      return
    }
    terminal.say(`The demonstration is at ${made.realm_url}`)
    terminal.say(`Its owner is ${made.owner.email}, with the API key ${made.owner.api_key}`)
    terminal.say(`Its other users are ${people.filter((email) => email !== made.owner.email).join(', ')}`)
    if (secret) terminal.say(secret)
  },
})
