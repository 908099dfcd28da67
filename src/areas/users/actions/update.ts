import { isAdministrator, isOwner } from '#contract'
import type { Act } from '#platform/organization'
import { hook } from '#platform/serve'
import { isOnlyOwner, whoKnows } from '../access/index.ts'
import type { Account } from '../account.ts'
import { newApiKey } from '../api-key.ts'
import { botUpdated } from '../bot-api.ts'
import { botObject } from '../bot-present.ts'
import { apiEmail } from '../email-address.ts'
import { cannotChangeEmails, guestStaysBelow, onlyOwnerStays, ownerRequired } from '../errors.ts'
import { peopleMirror } from '../mirror.ts'
import { roleProblem } from '../rules.ts'
import { accountChanged, userUpdated } from '../states.ts'
import * as store from '../store.ts'
import { announceAddress, announceSights } from './announce.ts'
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

export async function updateUser(act: Act, account: Account, changes: UserChanges): Promise<void> {
  const { viewer } = act
  const { full_name, role, new_email, profile_data } = changes
  if (role !== undefined && role !== account.role) {
    const problem = roleProblem(viewer, account, role)
    if (problem) throw problem === 'forOwners' ? ownerRequired() : guestStaysBelow()
  }
  if (new_email !== undefined) {
    const asking = act.get(peopleMirror).byId.get(viewer.id)
    if (!isOwner(viewer) || !asking?.canChangeUserEmails) throw cannotChangeEmails()
  }
  let now = account
  if (full_name !== undefined) now = await changeName(act, now, full_name)
  if (new_email !== undefined) now = await changeEmail(act, now, new_email)
  if (profile_data) await profileDataGiven(act, now, profile_data)
  if (role !== undefined) await changeRole(act, now, role)
}

export async function changeName(act: Act, account: Account, full_name: string): Promise<Account> {
  if (full_name === account.fullName) return account
  checkNameFree(act, full_name, account)
  const after = await store.update(act.tx, account.id, { full_name })
  act.emit(userUpdated, { person: { user_id: account.id, full_name } }, whoKnows(act.org, account))
  return after
}

/** Called after an address change, in the same transaction; with the new account. */
export const emailChanged = hook<[Account]>()

export async function changeEmail(act: Act, account: Account, email: string): Promise<Account> {
  if (email === account.deliveryEmail) return account
  if (email.toLowerCase() !== account.deliveryEmail.toLowerCase()) await checkEmailFree(act, email)
  const after = await store.update(act.tx, account.id, { email })
  announceAddress(act, account, after)
  await emailChanged(act, after)
  return after
}

/** Changes several at once, which may swap addresses. */
export async function changeEmails(
  act: Act,
  changes: readonly { readonly account: Account; readonly email: string }[],
): Promise<void> {
  // use placeholders first, because addresses are unique at any time
  for (const { account } of changes) await store.update(act.tx, account.id, { email: `${account.id}@moves.invalid` })
  for (const { account, email } of changes) {
    await checkEmailFree(act, email)
    const after = await store.update(act.tx, account.id, { email })
    announceAddress(act, account, after)
    await emailChanged(act, after)
  }
}

export async function changeTimezone(act: Act, account: Account, timezone: string): Promise<Account> {
  if (timezone === account.timezone) return account
  const after = await store.update(act.tx, account.id, { timezone })
  const person = { user_id: account.id, email: apiEmail(act.org, after), timezone }
  act.emit(userUpdated, { person }, whoKnows(act.org, account))
  return after
}

/** Changes a role; the organization keeps at least one owner. */
export async function changeRole(act: Act, account: Account, role: number): Promise<Account> {
  if (role === account.role) return account
  if (isOnlyOwner(act.org, account)) throw onlyOwnerStays()
  const after = await store.update(act.tx, account.id, { role })
  act.emit(userUpdated, { person: { user_id: account.id, role } }, whoKnows(act.org, account))
  announceSights(act, account, after)
  if (isAdministrator(after) && !isAdministrator(account)) showBotsTo(act, after)
  if (isAdministrator(account) && !isAdministrator(after)) hideBotsFrom(act, after)
  await userRoleChanged(act, account, after)
  return after
}

/** The session cookie when users change their own; undefined otherwise. */
type OwnCookie = string | undefined

export const apiKeyReplaced = hook<[Account, OwnCookie]>()

export async function regenerateApiKey(act: Act, account: Account, cookie?: OwnCookie): Promise<string> {
  const { service } = account.botSettings
  // anyone with the key could also read the token
  const settings = service && { ...account.botSettings, service: { ...service, token: newApiKey() } }
  const after = await store.update(act.tx, account.id, {
    api_key: newApiKey(),
    ...(settings ? { bot_settings: settings } : {}),
  })
  act.emit(accountChanged, { user_id: account.id })
  if (settings) {
    const { user_id, services } = botObject(after)
    act.emit(botUpdated, { bot: { user_id, services } }, { users: botAdministrators(act, account.botOwnerId) })
  }
  await apiKeyReplaced(act, after, cookie)
  return after.apiKey
}

export const passwordChanged = hook<[Account, OwnCookie]>()

export async function changePassword(
  act: Act,
  account: Account,
  password_hash: string,
  cookie?: OwnCookie,
): Promise<void> {
  const after = await store.update(act.tx, account.id, { password_hash })
  await passwordChanged(act, after, cookie)
}

/** Stores users' settings; the caller emits the changes. */
export async function changeSettings(
  act: Act,
  people: readonly Account[],
  settings: Record<string, unknown>,
  edited: string[],
): Promise<void> {
  await store.changeSettings(
    act.tx,
    people.map(({ id }) => id),
    settings,
    edited,
  )
  for (const before of people) {
    const after = { ...before, settings: { ...before.settings, ...settings } }
    if ('email_address_visibility' in settings) announceAddress(act, before, after)
  }
  // changing back to the same value changes no setting, but counts as edited
  if (edited.length > 0) for (const { id } of people) act.emit(accountChanged, { user_id: id })
}
