import { isAdministrator, isOwner } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { isOnlyOwner, usersWhoSee } from '../access/index.ts'
import type { Account } from '../account.ts'
import { newApiKey } from '../api-key.ts'
import { botUpdated } from '../bot-api.ts'
import { botObject } from '../bot-serialize.ts'
import { peopleCache } from '../cache.ts'
import { apiEmail } from '../email-address.ts'
import { cannotChangeEmails, guestStaysBelow, onlyOwnerStays, ownerRequired } from '../errors.ts'
import { profileTextChanging } from '../extension-points.ts'
import { roleError } from '../rules.ts'
import { accountChanged, userUpdated } from '../states.ts'
import * as store from '../store.ts'
import { announceAddress, announceVisibleUsers } from './announce.ts'
import { botAdministrators, hideBotsFrom, showBotsTo } from './bot-lists.ts'
import { checkEmailFree, checkNameFree } from './create.ts'

/** Called after a role change, in the same transaction; with the account before and after. */
export const userRoleChanged = hook<[before: Account, after: Account]>()

/** Called when an administrator changes another user's profile. */
export const profileDataGiven = hook<[Account, { id: number; value?: unknown }[]]>()

interface UserChanges {
  full_name?: string | undefined
  role?: number | undefined
  new_email?: string | undefined
  profile_data?: { id: number; value?: unknown }[] | undefined
}

export async function updateUser(mutation: Mutation, account: Account, changes: UserChanges): Promise<void> {
  const { viewer } = mutation
  const { full_name, role, new_email, profile_data } = changes
  if (role !== undefined && role !== account.role) {
    const problem = roleError(viewer, account, role)
    if (problem) throw problem === 'forOwners' ? ownerRequired() : guestStaysBelow()
  }
  if (new_email !== undefined) {
    const requester = mutation.get(peopleCache).byId.get(viewer.id)
    if (!isOwner(viewer) || !requester?.canChangeUserEmails) throw cannotChangeEmails()
  }
  let now = account
  if (full_name !== undefined) now = await changeName(mutation, now, full_name)
  if (new_email !== undefined) now = await changeEmail(mutation, now, new_email)
  if (profile_data) await profileDataGiven(mutation, now, profile_data)
  if (role !== undefined) await changeRole(mutation, now, role)
}

export async function changeName(mutation: Mutation, account: Account, full_name: string): Promise<Account> {
  if (full_name === account.fullName) return account
  await profileTextChanging(mutation, [{ content: full_name }])
  checkNameFree(mutation, full_name, account)
  const after = await store.update(mutation.tx, account.id, { full_name })
  mutation.emit(userUpdated, { person: { user_id: account.id, full_name } }, usersWhoSee(mutation.org, account))
  return after
}

/** Called after an address change, in the same transaction; with the new account. */
export const emailChanged = hook<[Account]>()

export async function changeEmail(mutation: Mutation, account: Account, email: string): Promise<Account> {
  if (email === account.deliveryEmail) return account
  if (email.toLowerCase() !== account.deliveryEmail.toLowerCase()) await checkEmailFree(mutation, email)
  const after = await store.update(mutation.tx, account.id, { email })
  announceAddress(mutation, account, after)
  await emailChanged(mutation, after)
  return after
}

/** Changes several at once, which may swap addresses. */
export async function changeEmails(
  mutation: Mutation,
  changes: readonly { readonly account: Account; readonly email: string }[],
): Promise<void> {
  // use placeholders first, because addresses are unique at any time
  for (const { account } of changes)
    await store.update(mutation.tx, account.id, { email: `${account.id}@moves.invalid` })
  for (const { account, email } of changes) {
    await checkEmailFree(mutation, email)
    const after = await store.update(mutation.tx, account.id, { email })
    announceAddress(mutation, account, after)
    await emailChanged(mutation, after)
  }
}

export async function changeTimezone(mutation: Mutation, account: Account, timezone: string): Promise<Account> {
  if (timezone === account.timezone) return account
  const after = await store.update(mutation.tx, account.id, { timezone })
  const person = { user_id: account.id, email: apiEmail(mutation.org, after), timezone }
  mutation.emit(userUpdated, { person }, usersWhoSee(mutation.org, account))
  return after
}

export async function saveWelcomed(mutation: Mutation, account: Account, isWelcomed: boolean): Promise<Account> {
  const after = await store.update(mutation.tx, account.id, { welcomed: isWelcomed })
  const person = { user_id: account.id, is_welcomed: isWelcomed }
  mutation.emit(userUpdated, { person }, usersWhoSee(mutation.org, account))
  return after
}

export async function savePostedEnough(mutation: Mutation, account: Account): Promise<Account> {
  const after = await store.update(mutation.tx, account.id, { posted_enough: true })
  const person = { user_id: account.id, has_posted_enough: true }
  mutation.emit(userUpdated, { person }, usersWhoSee(mutation.org, account))
  return after
}

/** Changes a role; the organization keeps at least one owner. */
export async function changeRole(mutation: Mutation, account: Account, role: number): Promise<Account> {
  if (role === account.role) return account
  if (isOnlyOwner(mutation.org, account)) throw onlyOwnerStays()
  const after = await store.update(mutation.tx, account.id, { role })
  mutation.emit(userUpdated, { person: { user_id: account.id, role } }, usersWhoSee(mutation.org, account))
  announceVisibleUsers(mutation, account, after)
  if (isAdministrator(after) && !isAdministrator(account)) showBotsTo(mutation, after)
  if (isAdministrator(account) && !isAdministrator(after)) hideBotsFrom(mutation, after)
  await userRoleChanged(mutation, account, after)
  return after
}

/** The session cookie when users change their own; undefined otherwise. */
type OwnCookie = string | undefined

export const apiKeyReplaced = hook<[Account, OwnCookie]>()

export const regenerateApiKey = async (mutation: Mutation, account: Account, cookie?: OwnCookie): Promise<string> =>
  (await replaceApiKey(mutation, account, cookie)).apiKey

export async function replaceApiKey(mutation: Mutation, account: Account, cookie?: OwnCookie): Promise<Account> {
  const { service } = account.botSettings
  // anyone with the key could also read the token
  const settings = service && { ...account.botSettings, service: { ...service, token: newApiKey() } }
  const after = await store.update(mutation.tx, account.id, {
    api_key: newApiKey(),
    ...(settings ? { bot_settings: settings } : {}),
  })
  mutation.emit(accountChanged, { user_id: account.id })
  if (settings) {
    const { user_id, services } = botObject(after)
    mutation.emit(
      botUpdated,
      { bot: { user_id, services } },
      { users: botAdministrators(mutation, account.botOwnerId) },
    )
  }
  await apiKeyReplaced(mutation, after, cookie)
  return after
}

export const passwordChanged = hook<[Account, OwnCookie]>()

export async function changePassword(
  mutation: Mutation,
  account: Account,
  password_hash: string,
  cookie?: OwnCookie,
): Promise<void> {
  const after = await store.update(mutation.tx, account.id, { password_hash })
  await passwordChanged(mutation, after, cookie)
}

/** Stores users' settings; the caller emits the changes. */
export async function changeSettings(
  mutation: Mutation,
  people: readonly Account[],
  settings: Record<string, unknown>,
  edited: string[],
): Promise<void> {
  await store.changeSettings(
    mutation.tx,
    people.map(({ id }) => id),
    settings,
    edited,
  )
  for (const before of people) {
    const after = { ...before, settings: { ...before.settings, ...settings } }
    if ('email_address_visibility' in settings) announceAddress(mutation, before, after)
  }
  // changing back to the same value changes no setting, but counts as edited
  if (edited.length > 0) for (const { id } of people) mutation.emit(accountChanged, { user_id: id })
}
