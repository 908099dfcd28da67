import type { z } from '#contract'
import { isSameJson } from '#contract'
import { languageOfTag } from '#platform/languages'
import type { Account } from '../../people/users/account.ts'
import { emailAddress, fullName, timeZone } from '../../people/users/input.ts'
import { enterpriseSchema } from './attributes.ts'
import type { Json } from './json.ts'

import { items } from './json.ts'
import { scimLimits } from './limits.ts'
import { roleOfItem, wantedRole } from './role.ts'
import { badValue } from './scim-error.ts'

export interface WantedPerson {
  readonly externalId: string | null
  readonly userName: string
  readonly email: string
  readonly fullName: string
  /** Undefined if not given. */
  readonly role: number | undefined
  readonly isActive: boolean
  readonly timezone: string | undefined
  /** Data that doesn't fit the account. */
  readonly attributes: Json
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** Reads a changed resource as the wanted user; throws if it's invalid. */
export function wantedPerson(before: Json, after: Json, account: Account | undefined): WantedPerson {
  const userName = textOf(after.userName)
  if (userName === '') throw badValue('userName is missing')
  if (userName.length > 254) throw badValue('userName has at most 254 characters')
  const externalId = textOf(after.externalId)
  if (externalId.length > scimLimits.externalId)
    throw badValue(`externalId has at most ${scimLimits.externalId} characters`)
  const attributes = keptAttributes(after)
  if (Buffer.byteLength(JSON.stringify(attributes)) > scimLimits.kept)
    throw badValue(`A person has at most ${scimLimits.kept} bytes of attributes`)
  return {
    externalId: externalId === '' ? null : externalId,
    userName,
    email: wantedEmail(before, after, account),
    fullName: wantedName(before, after, account),
    role: wantedRole(before, after),
    isActive: after.active === undefined ? (account?.isActive ?? true) : after.active === true,
    timezone: isSameJson(before.timezone, after.timezone) ? undefined : fitting(timeZone, after.timezone),
    attributes,
  }
}

/** A new user's language: the first one given that is supported. */
export const wantedLanguage = ({ preferredLanguage, locale }: Json) =>
  languageOfTag(textOf(preferredLanguage)) ?? languageOfTag(textOf(locale))

const fitting = (schema: z.ZodType<string, string>, value: unknown): string | undefined =>
  typeof value === 'string' ? schema.safeParse(value).data : undefined

/** The primary address, or the work address, or the first one; without any, the user name. */
function wantedEmail(before: Json, after: Json, account: Account | undefined): string {
  const all = items(after.emails).filter(({ value }) => textOf(value) !== '')
  const chosen = all.find(({ primary }) => primary === true) ?? all.find(({ type }) => type === 'work') ?? all[0]
  const isRenamed = account !== undefined && !isSameJson(before.userName, after.userName)
  const wasUserName = account?.deliveryEmail.toLowerCase() === textOf(before.userName).toLowerCase()
  // if the user name was the address, renaming changes the address, too
  const follows = isRenamed && wasUserName && isSameJson(before.emails, after.emails)
  const given = follows || !chosen ? textOf(after.userName) : textOf(chosen.value)
  const email = emailAddress.safeParse(given).data
  if (email !== undefined) return email
  if (follows) return account.deliveryEmail
  throw badValue(chosen ? 'emails holds what is not an email address' : 'There is not an email address')
}

/** Takes the name from the part that changed: display name, formatted name, or its parts. */
function wantedName(before: Json, after: Json, account: Account | undefined): string {
  const [was, is] = [namesIn(before), namesIn(after)]
  const changed = is.find((text, at) => text !== '' && text !== was[at])
  const text = changed ?? account?.fullName ?? is.find((one) => one !== '') ?? textOf(after.userName).split('@')[0]
  if (account && text === account.fullName) return text
  const fit = fullName.safeParse(text).data ?? fullName.safeParse(shortened(String(text))).data
  if (fit === undefined) throw badValue('The name is not one that people can have here')
  return fit
}

function namesIn({ displayName, name }: Json): readonly string[] {
  const { formatted, givenName, middleName, familyName } = (name ?? {}) as Json
  const parts = [givenName, middleName, familyName].map(textOf).filter((part) => part !== '')
  return [textOf(displayName), textOf(formatted), parts.join(' ')]
}

/** Replaces characters that names can't have here. */
const shortened = (name: string): string =>
  [...name.replace(/[*`\\>"@|]|\p{Cc}|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')]
    .slice(0, 90)
    .join('')
    .replace(/\s+/g, ' ')

function keptAttributes(after: Json): Json {
  const { schemas: _s, id: _i, meta: _m, groups: _g, externalId: _e, userName: _u, displayName: _d, ...rest } = after
  const { active: _a, emails, roles, name, ...others } = rest
  const { formatted: _f, ...parts } = (name ?? {}) as Json
  const kept: Json = { ...others }
  if (Object.keys(parts).length > 0) kept.name = parts
  const enterprise = others[enterpriseSchema]
  if (enterprise && Object.keys(enterprise).length === 0) delete kept[enterpriseSchema]
  const own = items(roles).filter((one) => roleOfItem(one) === undefined)
  if (own.length > 0) kept.roles = own
  const addresses = items(emails)
  // a single work address is the account's own
  if (addresses.length > 1 || addresses.some(({ type }) => type !== 'work')) kept.emails = addresses
  return kept
}
