import { createHash } from 'node:crypto'
import { botTypes, roles, type UserId } from '#contract'
import { peopleCache } from '../../people/users/cache.ts'
import { emailAddress, timeZone } from '../../people/users/input.ts'
import { personName } from './names.ts'
import type { PersonRecord } from './records.ts'
import type { Report } from './report.ts'
import type { Target } from './target.ts'

export interface PlannedPerson {
  readonly key: string
  readonly name: string
  readonly email: string
  id: UserId | undefined
  readonly role: number
  readonly isBot: boolean
  readonly owner: string | undefined
  readonly isClaimable: boolean
  readonly timezone: string
  readonly createdAt: Date | undefined
  readonly avatar: PersonRecord['avatar']
}

const roleOf = {
  administrator: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  guest: roles.guest,
} as const

/** An undeliverable address, always the same for the same person of an archive. */
function madeUpAddress(origin: string, key: string): string {
  const hash = createHash('sha256').update(`${origin}\n${key}`).digest('hex').slice(0, 24)
  return `imported-${hash}@import.invalid`
}

/** Matches people by an earlier import's mapping, then by address, which two people of an archive can share. */
export function planPeople(
  people: readonly PersonRecord[],
  target: Target,
  report: Report,
  grantRoles: boolean,
): Map<string, PlannedPerson> {
  const planned = new Map<string, PlannedPerson>()
  const byEmail = new Map<string, PlannedPerson>()
  for (const record of people) {
    if (planned.has(record.key)) {
      report.lose({ loss: 'People whose id is there twice', where: record.key })
      continue
    }
    const name = personName(record.fullName)
    if (name !== record.fullName) report.change('Names of people', `${record.fullName} → ${name}`)
    const given = emailAddress.safeParse(record.email ?? '')
    const address = given.success && !record.isBot ? given.data : undefined
    if (record.email && !given.success) report.lose({ loss: 'Addresses that are none', where: record.email })
    const one: PlannedPerson = {
      key: record.key,
      name,
      email: address ?? madeUpAddress(target.originName, record.key),
      id: undefined,
      role: granted(record, grantRoles, report),
      isBot: record.isBot,
      owner: record.owner,
      isClaimable: address !== undefined && record.isActive,
      timezone: timeZone.safeParse(record.timezone ?? '').success ? (record.timezone ?? '') : '',
      createdAt: record.createdAt,
      avatar: record.avatar,
    }
    planned.set(record.key, place(one, address, target, byEmail, report))
  }
  return planned
}

function granted({ role, fullName }: PersonRecord, grantRoles: boolean, report: Report): number {
  if (role === 'guest' || role === 'member' || grantRoles) return roleOf[role]
  report.change('Roles that are not granted', `${fullName} was ${role}, and is a member`)
  return roles.member
}

function place(
  one: PlannedPerson,
  address: string | undefined,
  target: Target,
  byEmail: Map<string, PlannedPerson>,
  report: Report,
): PlannedPerson {
  const mapped = target.mapped.person.get(one.key)
  if (mapped) one.id = mapped.mapped_id as UserId
  if (mapped && mapped.job_id !== target.jobId) {
    report.count('people imported before')
    return one
  }
  const twin = address && byEmail.get(address.toLowerCase())
  if (twin) {
    report.count('people merged by email address')
    return { ...twin, key: one.key }
  }
  if (address) byEmail.set(address.toLowerCase(), one)
  const account = address && target.org?.get(peopleCache).withDeliveryEmail(address)
  const isMatched = mapped ? !mapped.made : account && account.botType === null
  if (isMatched) {
    if (account) one.id ??= account.id
    report.count('people with an existing account')
  } else if (one.isBot) report.count('bots')
  else if (one.isClaimable) report.count('people who can claim their account')
  else if (address) report.count('deactivated people')
  else report.count('people without an email address')
  if (!isMatched && account && !mapped)
    return { ...one, email: madeUpAddress(target.originName, one.key), isClaimable: false }
  return one
}

export const placeholder = (key: string, originName: string): PlannedPerson => ({
  key,
  name: personName(`Unknown ${key.slice(0, 60)}`),
  email: madeUpAddress(originName, key),
  id: undefined,
  role: roles.member,
  isBot: false,
  owner: undefined,
  isClaimable: false,
  timezone: '',
  createdAt: undefined,
  avatar: undefined,
})

export const botTypeOf = ({ isBot }: PlannedPerson): number | null => (isBot ? botTypes.generic : null)
