import { text, unsoundText, type z } from '#contract'
import { flagOf } from '#platform/config'
import { maxOrganizationNameLength } from '../features/people/organization/register-constants.ts'
import { emailAddress, fullName } from '../features/people/users/input.ts'
import { UsageError } from './errors.ts'
import type { Command, Flag } from './flags.ts'
import type { NewOrganization } from './operations/index.ts'
import { choosePassword, passwordDoc } from './passwords.ts'
import { perform } from './perform.ts'
import type { Means } from './terminal.ts'

export const orgFlag: Flag = {
  value: 'SUBDOMAIN',
  doc: "Subdomain of the organization. Not needed if there's only one, or for the one at the root.",
}
/** The database of a new organization. */
export const databaseFlag: Flag = {
  value: 'NAME',
  doc: `Database for it, by its name in ${flagOf('databases')}. Defaults to 'home', the one of ${flagOf('databaseUrl')}.`,
}
export const jsonFlag: Flag = { doc: 'Print JSON.' }

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

// the API's rules, so that accounts can be mentioned and mail can be sent
const organizationName = text({ trim: true, min: 1, max: maxOrganizationNameLength })

export function checkEmail(email: string): string {
  const { data } = emailAddress.safeParse(email)
  if (data === undefined || unsoundText(data)) throw new UsageError(`'${email}' is not an email address`)
  return data
}

/** Empty for the root. */
export function checkSubdomain(given: string | undefined): string {
  const subdomain = given?.toLowerCase() ?? ''
  if (subdomain && !label.test(subdomain))
    throw new UsageError(`'${subdomain}' is not a valid subdomain; use letters, digits, and hyphens`)
  return subdomain
}

export const checkOrganizationName = (name: string, flag: string): string => checkName(organizationName, name, flag)

export const checkPersonName = (name: string, flag: string): string => checkName(fullName, name, flag)

function checkName(schema: z.ZodType<string>, name: string, flag: string): string {
  if (name.trim() === '') throw new UsageError(`${flag} is blank`)
  const { data, error } = schema.safeParse(name)
  const problem = error?.issues[0]?.message ?? unsoundText(name)
  if (data === undefined || problem) throw new UsageError(`${flag} ${problem}`)
  return data
}

export const createOrganization = (means: Means): Command => ({
  name: 'org create',
  summary: 'Create an organization with its first owner',
  about: 'The organization is at the root of the server or at a subdomain.',
  flags: {
    name: { value: 'NAME', doc: 'Name of the organization.', required: true },
    'owner-name': { value: 'NAME', doc: "The owner's full name.", required: true },
    'owner-email': { value: 'EMAIL', doc: "The owner's email address for signing in.", required: true },
    'owner-password': { value: 'PASSWORD', doc: passwordDoc },
    subdomain: { value: 'S', doc: 'Subdomain. By default, the organization is at the root.' },
    database: databaseFlag,
    json: { doc: 'Print one line of JSON.' },
  },
  async run({ config, flags, switches }) {
    const subdomain = checkSubdomain(flags.subdomain)
    const name = checkOrganizationName(flags.name as string, '--name')
    const full_name = checkPersonName(flags['owner-name'] as string, '--owner-name')
    const email = checkEmail(flags['owner-email'] as string)
    const { password, generated } = await choosePassword(flags['owner-password'], means.terminal)
    const made = await perform(means, config, 'createOrganization', {
      name,
      subdomain,
      owner: { full_name, email, password },
      database: flags.database,
    })
    print(means, made, switches.has('json'))
    if (generated) sayPassword(means, email, password, switches.has('json'))
  },
})

function print({ terminal }: Means, made: NewOrganization, json: boolean): void {
  const { realm_url, owner } = made
  if (json) terminal.say(JSON.stringify(made))
  else {
    terminal.say(`The organization is at ${realm_url}`)
    terminal.say(`Its owner is ${owner.email}, with the API key ${owner.api_key}`)
  }
}

/** With JSON output, messages for the user go to standard error. */
export function sayPassword({ terminal }: Means, email: string, password: string, json: boolean): void {
  const line = `The password of ${email} is ${password} (it won't be shown again)`
  if (json) terminal.complain(line)
  else terminal.say(line)
}
