import { roles } from '#platform/viewer'
import { UsageError } from './errors.ts'
import type { Command, Flag } from './flags.ts'
import type { RoleName } from './operations/index.ts'
import { checkEmail, checkName, sayPassword } from './org.ts'
import { choosePassword, passwordDoc } from './passwords.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

const org: Flag = {
  value: 'SUBDOMAIN',
  doc: 'Subdomain of the organization; not needed for the only one, or for that at the root.',
}
const json: Flag = { doc: 'Print JSON.' }

export const createUser = (means: Means): Command => ({
  name: 'user create',
  summary: 'Create an account',
  flags: {
    org,
    name: { value: 'NAME', doc: 'Full name.', required: true },
    email: { value: 'EMAIL', doc: 'E-mail address, to sign in with.', required: true },
    role: { value: 'ROLE', doc: `${Object.keys(roles).join(', ')}; member, unless said otherwise.` },
    password: { value: 'PASSWORD', doc: passwordDoc },
    json,
  },
  async run({ config, flags, switches }) {
    const role = (flags.role ?? 'member') as RoleName
    if (!Object.hasOwn(roles, role)) throw new UsageError(`'${role}' is no role: ${Object.keys(roles).join(', ')}`)
    const full_name = checkName(flags.name as string, '--name')
    const email = checkEmail(flags.email as string)
    const { password, generated } = await choosePassword(flags.password, means.terminal)
    const made = await perform(means, config, 'createUser', { org: flags.org, email, full_name, role, password })
    if (switches.has('json')) means.terminal.say(JSON.stringify(made))
    else
      means.terminal.say(`${full_name} is user ${made.user_id} of ${made.realm_url}, with the API key ${made.api_key}`)
    if (generated) sayPassword(means, email, password, switches.has('json'))
  },
})

export const listUsers = (means: Means): Command => ({
  name: 'user list',
  summary: 'List the accounts of an organization',
  flags: { org, json },
  async run({ config, flags, switches }) {
    const users = await perform(means, config, 'listUsers', { org: flags.org })
    if (switches.has('json')) return void means.terminal.say(JSON.stringify(users))
    const rows = [
      ['id', 'e-mail', 'role', 'name'],
      ...users.map(({ user_id, email, role, full_name, is_active, is_bot }) => [
        String(user_id),
        email,
        `${role}${is_bot ? ' (bot)' : ''}${is_active ? '' : ' (deactivated)'}`,
        full_name,
      ]),
    ]
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)))
    for (const row of rows)
      means.terminal.say(
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
  },
})

export const apiKey = (means: Means): Command => ({
  name: 'user api-key',
  summary: 'Show the API key of an account',
  takes: ['EMAIL'],
  flags: { org, regenerate: { doc: 'Replace it by a new one first; programs with the old one are signed out.' }, json },
  async run({ config, flags, switches, taken }) {
    const user = taken[0] as string
    const regenerate = switches.has('regenerate')
    const made = await perform(means, config, 'apiKeyOf', { org: flags.org, user, regenerate })
    means.terminal.say(switches.has('json') ? JSON.stringify(made) : made.api_key)
  },
})

export const deactivateUser = (means: Means): Command => ({
  name: 'user deactivate',
  summary: 'Deactivate an account, and the bots that it owns',
  takes: ['EMAIL'],
  flags: { org, json },
  async run({ config, flags, switches, taken }) {
    const gone = await perform(means, config, 'deactivateUser', { org: flags.org, user: taken[0] as string })
    if (switches.has('json')) return void means.terminal.say(JSON.stringify(gone))
    if (gone.length === 0) means.terminal.say('The account was deactivated already')
    for (const { full_name, email } of gone) means.terminal.say(`${full_name} (${email}) is deactivated`)
  },
})
