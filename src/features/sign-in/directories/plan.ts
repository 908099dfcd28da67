import { setImmediate as breath } from 'node:timers/promises'
import { roles, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { settingsOf } from '../../people/organization/cache.ts'
import { profileFieldsCache } from '../../people/profile-fields/cache.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import type { Contents } from './contents.ts'
import type { Directory } from './directory.ts'
import type { Person } from './person.ts'
import type { LinkRow } from './store.ts'

export interface Correction {
  readonly person: Person
  readonly account: Account
  readonly name?: string
  readonly email?: string
  readonly profile?: readonly { id: number; value: string | null }[]
  readonly role?: number
}

/** Changes that synchronize accounts with a directory, except pictures and groups. */
export interface Plan {
  /** People without an account; `account` is one with the same address, to be linked. */
  readonly arrivals: readonly { person: Person & { email: string }; account: Account | undefined }[]
  readonly returns: readonly { person: Person; account: Account; link: LinkRow }[]
  readonly corrections: readonly Correction[]
  readonly departures: readonly Account[]
  readonly problems: readonly (readonly [name: string, problem: string])[]
  /** The reason to apply none of it. */
  readonly objection: string | undefined
}

const fewDepartures = 5
const planned = 500

export async function planOf(
  org: Organization,
  directory: Directory,
  contents: Contents,
  links: readonly LinkRow[],
): Promise<Plan> {
  const people = org.get(peopleCache)
  const linked = new Set(links.map(({ user_id }) => user_id))
  const own = new Map(links.filter((link) => link.directory === directory.name).map((link) => [link.subject, link]))
  const { fields, problems } = fieldsOf(org, directory)
  const roleOf = rolesIn(directory, contents)
  const arrivals: { person: Person & { email: string }; account: Account | undefined }[] = []
  const returns: { person: Person; account: Account; link: LinkRow }[] = []
  const corrections: Correction[] = []
  const departures: Account[] = []
  let count = 0
  for (const person of contents.people.values()) {
    if (++count % planned === 0) await breath()
    const link = own.get(person.subject)
    const account = link && people.byId.get(link.user_id)
    if (!link || !account) {
      if (person.isDisabled) continue
      const arrival = arrivalOf(directory, person, people.withDeliveryEmail(person.email ?? ''), linked)
      if (typeof arrival === 'string') problems.push([person.fullName, arrival])
      else if (arrival) {
        arrivals.push(arrival)
        const first =
          arrival.account && correctionOf(org, person, arrival.account, fields, roleOf(person, arrival.account))
        if (first) corrections.push(first)
      }
      continue
    }
    if (account.isDeleted) continue
    if (person.isDisabled) {
      if (account.isActive) departures.push(account)
      continue
    }
    // stays deactivated if an administrator did it
    if (!account.isActive && !link.is_away) continue
    if (!account.isActive) returns.push({ person, account, link })
    const correction = correctionOf(org, person, account, fields, roleOf(person, account))
    if (correction) corrections.push(correction)
  }
  const managed = [...own.values()].map(({ user_id }) => people.byId.get(user_id)).filter((one) => one?.isActive)
  for (const { subject, user_id } of own.values()) {
    const account = people.byId.get(user_id)
    if (account?.isActive && !contents.people.has(subject)) departures.push(account)
  }
  const objection = objectionTo(directory, contents.people.size, managed.length, departures.length)
  return { arrivals, returns, corrections, departures, problems: [...contents.problems, ...problems], objection }
}

function objectionTo(directory: Directory, found: number, managed: number, departures: number): string | undefined {
  if (found === 0 && managed > 0) return `no one was found, and ${departures} accounts would have been deactivated`
  const share = (managed * directory.maxDeactivatedPercent) / 100
  if (departures < fewDepartures || departures <= share) return undefined
  return `${departures} of ${managed} accounts would have been deactivated, and at most ${directory.maxDeactivatedPercent} % are`
}

/** Undefined if the person gets no account; a text if there's a problem. */
function arrivalOf(
  { accounts }: Directory,
  person: Person,
  known: Account | undefined,
  linked: ReadonlySet<UserId>,
): Plan['arrivals'][number] | string | undefined {
  const { email } = person
  if (known && !known.isUnclaimed) {
    if (known.botType !== null) return `${known.deliveryEmail} is the address of a bot`
    if (linked.has(known.id)) return `${known.deliveryEmail} is already another account’s address`
    if (!known.isActive) return `the account with the address ${known.deliveryEmail} is deactivated`
    return { person: { ...person, email: known.deliveryEmail }, account: known }
  }
  if (accounts !== 'sync') return undefined
  if (email === undefined) return 'has no email address'
  return { person: { ...person, email }, account: known }
}

type Fields = ReadonlyMap<string, number>

function fieldsOf(org: Organization, { profileFields }: Directory): { fields: Fields; problems: [string, string][] } {
  const fields = new Map<string, number>()
  const problems: [string, string][] = []
  const all = profileFields.size > 0 ? org.get(profileFieldsCache).all : []
  for (const name of profileFields.keys()) {
    const field = all.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (field) fields.set(name, field.id)
    else problems.push([name, 'is no profile field of this organization'])
  }
  return { fields, problems }
}

function correctionOf(
  org: Organization,
  person: Person,
  account: Account,
  fields: Fields,
  role: number,
): Correction | undefined {
  const profile = [...fields].flatMap(([name, id]) => {
    const value = person.profile.get(name) || null
    return value === (account.profile[id]?.value ?? null) ? [] : [{ id, value }]
  })
  const correction = {
    ...(isNameOf(org, account, person.fullName) ? {} : { name: person.fullName }),
    ...(person.email === undefined || person.email === account.deliveryEmail ? {} : { email: person.email }),
    ...(profile.length > 0 ? { profile } : {}),
    ...(role === account.role ? {} : { role }),
  }
  return Object.keys(correction).length > 0 ? { person, account, ...correction } : undefined
}

/** True if the names match, also if a number was added to keep names unique. */
function isNameOf(org: Organization, { id, fullName }: Account, name: string): boolean {
  if (fullName === name) return true
  const [, before] = /^(.*) \d+$/u.exec(fullName) ?? []
  const isTaken = () =>
    org
      .get(peopleCache)
      .named(name)
      .some((one) => one.isActive && one.id !== id)
  return before === name && settingsOf(org).require_unique_names && isTaken()
}

/** The person's role by the directory's groups. Roles that no group grants are left alone. */
function rolesIn({ groups }: Directory, { members }: Contents): (person: Person, account: Account) => number {
  const lines = (groups?.map ?? []).filter(({ role }) => role !== undefined)
  const governed = new Set([roles.member, ...lines.map(({ role }) => role as number)])
  // don't take roles away if a group couldn't be read
  const isWhole = lines.every((line) => members.get(line) !== undefined)
  return ({ subject }, { role }) => {
    if (lines.length === 0 || !isWhole) return role
    const given = lines.filter((line) => members.get(line)?.has(subject)).map((line) => line.role as number)
    if (given.length === 0) return governed.has(role) ? roles.member : role
    const highest = Math.min(...given)
    return governed.has(role) || highest < role ? highest : role
  }
}
