import { roles } from '#contract'
import { counted } from './counted.ts'
import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import type { RoleName } from './operations/index.ts'
import { checkEmail, checkPersonName, jsonFlag as json, orgFlag as org, sayPassword } from './org.ts'
import { choosePassword, passwordDoc } from './passwords.ts'
import { perform } from './perform.ts'
import { columns, type Means } from './terminal.ts'

export function checkRole(role: string): RoleName {
  if (!Object.hasOwn(roles, role))
    throw new UsageError(`'${role}' is not a role; choose one of ${Object.keys(roles).join(', ')}`)
  return role as RoleName
}

export const createUser = (means: Means): Command => ({
  name: 'user create',
  summary: 'Create an account',
  flags: {
    org,
    name: { value: 'NAME', doc: 'Full name.', required: true },
    email: { value: 'EMAIL', doc: 'Email address for signing in.', required: true },
    role: { value: 'ROLE', doc: `Role: ${Object.keys(roles).join(', ')}. Defaults to member.` },
    password: { value: 'PASSWORD', doc: passwordDoc },
    json,
  },
  async run({ config, flags, switches }) {
    const role = checkRole(flags.role ?? 'member')
    const full_name = checkPersonName(flags.name as string, '--name')
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
    for (const line of columns(
      [
        ['id', 'email', 'role', 'name'],
        ...users.map(({ user_id, email, role, full_name, is_active, is_imported_stub, is_bot }) => [
          String(user_id),
          email,
          `${role}${is_bot ? ' (bot)' : ''}${is_active ? '' : is_imported_stub ? ' (imported, not yet joined)' : ' (deactivated)'}`,
          full_name,
        ]),
      ],
      means.terminal,
    ))
      means.terminal.say(line)
  },
})

export const apiKey = (means: Means): Command => ({
  name: 'user api-key',
  summary: 'Show the API key of an account',
  takes: ['EMAIL'],
  flags: { org, regenerate: { doc: 'Create a new key first. Apps that use the old one are signed out.' }, json },
  async run({ config, flags, switches, taken }) {
    const user = taken[0] as string
    const regenerate = switches.has('regenerate')
    const made = await perform(means, config, 'apiKeyOf', { org: flags.org, user, regenerate })
    means.terminal.say(switches.has('json') ? JSON.stringify(made) : made.api_key)
  },
})

export const deactivateUser = (means: Means): Command => ({
  name: 'user deactivate',
  summary: 'Deactivate an account and its bots',
  takes: ['EMAIL'],
  flags: { org, json },
  async run({ config, flags, switches, taken }) {
    const gone = await perform(means, config, 'deactivateUser', { org: flags.org, user: taken[0] as string })
    if (switches.has('json')) return void means.terminal.say(JSON.stringify(gone))
    if (gone.length === 0) means.terminal.say('The account was already deactivated')
    for (const { full_name, email } of gone) means.terminal.say(`${full_name} (${email}) is deactivated`)
  },
})

export const reactivateUser = (means: Means): Command => ({
  name: 'user reactivate',
  summary: 'Reactivate an account',
  about: "Doesn't reactivate the account's bots.",
  takes: ['EMAIL'],
  flags: { org, json },
  async run({ config, flags, switches, taken }) {
    const back = await perform(means, config, 'reactivateUser', { org: flags.org, user: taken[0] as string })
    if (switches.has('json')) return void means.terminal.say(JSON.stringify(back))
    if (back.length === 0) means.terminal.say('The account is already active')
    for (const { full_name, email } of back) means.terminal.say(`${full_name} (${email}) is active again`)
  },
})

export const changeUserRole = (means: Means): Command => ({
  name: 'user role',
  summary: "Change an account's role",
  about: `Roles are ${Object.keys(roles).join(', ')}.`,
  takes: ['EMAIL', 'ROLE'],
  flags: { org, json },
  async run({ config, flags, switches, taken }) {
    const [user = '', wanted = ''] = taken
    const role = checkRole(wanted)
    const changed = await perform(means, config, 'changeUserRole', { org: flags.org, user, role })
    means.terminal.say(
      switches.has('json') ? JSON.stringify(changed) : `${changed.full_name} (${changed.email}) is ${changed.role}`,
    )
  },
})

export const secondFactor = (means: Means): Command => ({
  name: 'user second-factor',
  summary: 'Show or turn off two-factor authentication for an account',
  about: 'For people who have lost both their app and their recovery codes. Passkeys are kept.',
  takes: ['EMAIL'],
  flags: { org, remove: { doc: 'Turn it off.' }, json },
  async run({ config, flags, switches, taken }) {
    const input = { org: flags.org, user: taken[0] as string }
    const has = switches.has('remove')
      ? await perform(means, config, 'removeSecondFactor', input)
      : await perform(means, config, 'secondFactorOf', input)
    const said = has.second_factor
      ? `uses two-factor authentication, with ${counted(has.recovery_codes_left, 'recovery code')} left`
      : 'does not use two-factor authentication'
    means.terminal.say(switches.has('json') ? JSON.stringify(has) : `${has.email} ${said}`)
  },
})

export const setUserPassword = (means: Means): Command => ({
  name: 'user password',
  summary: "Set an account's password",
  about: 'Also regenerates the API key, since anyone who knew the old password may have it.',
  takes: ['EMAIL'],
  flags: { org, password: { value: 'PASSWORD', doc: passwordDoc }, json },
  async run({ config, flags, switches, taken }) {
    const { terminal } = means
    const { password, generated } = await choosePassword(flags.password, terminal)
    const made = await perform(means, config, 'setUserPassword', { org: flags.org, user: taken[0] as string, password })
    const isJson = switches.has('json')
    terminal.say(isJson ? JSON.stringify(made) : `The password and API key of ${made.email} were changed`)
    if (generated) sayPassword(means, made.email, password, isJson)
  },
})
