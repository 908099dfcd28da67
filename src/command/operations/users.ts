import { asUserId, isAdministrator, isGuest, roles, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { organizationCache } from '../../features/people/organization/cache.ts'
import type { Account } from '../../features/people/users/account.ts'
import * as actions from '../../features/people/users/actions/index.ts'
import { peopleCache } from '../../features/people/users/cache.ts'
import { apiEmail } from '../../features/people/users/email-address.ts'
import { guestStaysBelow } from '../../features/people/users/errors.ts'
import { hashPasswordIn, hashPasswordOf } from '../../features/people/users/new-password.ts'
import { removeOf, serializeFactor } from '../../features/sign-in/second-factors/actions.ts'
import { FailedError } from '../errors.ts'
import { organizationNamed } from './organizations.ts'

export type RoleName = keyof typeof roles

/** A user in the command line's output. */
export interface ShownUser {
  user_id: UserId
  email: string
  full_name: string
  role: string
  is_active: boolean
  /** An import created the account, and no one has joined with its address yet. */
  is_imported_stub: boolean
  is_bot: boolean
}

const show = (account: Account): ShownUser => ({
  user_id: account.id,
  email: account.deliveryEmail,
  full_name: account.fullName,
  role: Object.entries(roles).find(([, value]) => value === account.role)?.[0] ?? String(account.role),
  is_active: account.isActive,
  is_imported_stub: account.isUnclaimed,
  is_bot: account.botType !== null,
})

export async function createUser(
  runtime: Runtime,
  input: { org?: string; email: string; full_name: string; role: RoleName; password: string },
): Promise<{ realm_url: string; user_id: UserId; email: string; api_key: string }> {
  const org = await organizationNamed(runtime, input.org)
  const { email, full_name } = input
  const password_hash = await hashPasswordIn(org, input.password, { fullName: full_name, email })
  const account = await org.transact(null, (mutation) =>
    actions.createUser(mutation, { email, full_name, role: roles[input.role], password_hash }),
  )
  const { subdomain } = org.get(organizationCache)
  return {
    realm_url: runtime.organizationUrl(subdomain),
    user_id: account.id,
    email: apiEmail(org, account),
    api_key: account.apiKey,
  }
}

export async function listUsers(runtime: Runtime, input: { org?: string }): Promise<ShownUser[]> {
  const org = await organizationNamed(runtime, input.org)
  const accounts = [...org.get(peopleCache).byId.values()].filter(({ isSystemBot }) => !isSystemBot)
  return accounts.sort((a, b) => a.id - b.id).map(show)
}

export async function apiKeyOf(
  runtime: Runtime,
  input: { org?: string; user: string; regenerate: boolean },
): Promise<{ email: string; api_key: string }> {
  const org = await organizationNamed(runtime, input.org)
  const account = userNamed(org, input.user)
  const api_key = input.regenerate
    ? await org.transact(null, (mutation) => actions.regenerateApiKey(mutation, userNamed(org, input.user)))
    : account.apiKey
  return { email: account.deliveryEmail, api_key }
}

/** Also deactivates the user's bots, like the API. */
export async function deactivateUser(runtime: Runtime, input: { org?: string; user: string }): Promise<ShownUser[]> {
  const org = await organizationNamed(runtime, input.org)
  const gone = await org.transact(null, (mutation) => actions.deactivateUser(mutation, userNamed(org, input.user)))
  for (const id of gone) await org.queues.removeAll(id)
  return gone.map((id) => show(org.get(peopleCache).byId.get(id) as Account))
}

/** By email address or ID. */
function userNamed(org: Organization, user: string): Account {
  const people = org.get(peopleCache)
  const account =
    people.withDeliveryEmail(user) ?? (/^\d+$/.test(user) ? people.byId.get(asUserId(Number(user))) : undefined)
  if (!account || account.isSystemBot) throw new FailedError(`the organization has no user '${user}'`)
  return account
}

/** A no-op for active accounts. */
export async function reactivateUser(runtime: Runtime, input: { org?: string; user: string }): Promise<ShownUser[]> {
  const org = await organizationNamed(runtime, input.org)
  const id = await org.transact(null, async (mutation) => {
    const account = userNamed(org, input.user)
    if (account.isActive) return undefined
    await actions.reactivateUser(mutation, account)
    return account.id
  })
  return id === undefined ? [] : [show(org.get(peopleCache).byId.get(id) as Account)]
}

/**
 * With the API's rules: an organization keeps an owner, and a guest must become a member before becoming an
 * administrator.
 */
export async function changeUserRole(
  runtime: Runtime,
  input: { org?: string; user: string; role: RoleName },
): Promise<ShownUser> {
  const org = await organizationNamed(runtime, input.org)
  const role = roles[input.role]
  const { id } = await org.transact(null, (mutation) => {
    const account = userNamed(org, input.user)
    if (isGuest(account) && isAdministrator({ role })) throw guestStaysBelow()
    return actions.changeRole(mutation, account, role)
  })
  return show(org.get(peopleCache).byId.get(id) as Account)
}

interface ShownFactor {
  email: string
  second_factor: boolean
  recovery_codes_left: number
}

export async function secondFactorOf(runtime: Runtime, input: { org?: string; user: string }): Promise<ShownFactor> {
  const org = await organizationNamed(runtime, input.org)
  const account = userNamed(org, input.user)
  const { is_on, recovery_codes_left } = await org.db.read((tx) => serializeFactor({ tx, org }, account))
  return { email: account.deliveryEmail, second_factor: is_on, recovery_codes_left }
}

export async function removeSecondFactor(
  runtime: Runtime,
  input: { org?: string; user: string },
): Promise<ShownFactor> {
  const org = await organizationNamed(runtime, input.org)
  await org.transact(null, (mutation) => removeOf(mutation, userNamed(org, input.user)))
  return secondFactorOf(runtime, input)
}

/**
 * Also resets the API key and revokes password reset links, which may be in the hands of someone who knew the old
 * password.
 */
export async function setUserPassword(
  runtime: Runtime,
  input: { org?: string; user: string; password: string },
): Promise<{ email: string; api_key: string }> {
  const org = await organizationNamed(runtime, input.org)
  const password_hash = await hashPasswordOf(org, input.password, userNamed(org, input.user))
  return org.transact(null, async (mutation) => {
    const account = userNamed(org, input.user)
    if (account.botType !== null) throw new FailedError('a bot has no password')
    await actions.changePassword(mutation, account, password_hash)
    return { email: account.deliveryEmail, api_key: await actions.regenerateApiKey(mutation, account) }
  })
}
