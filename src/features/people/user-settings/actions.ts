import { type GroupId, isAdministrator, mustBeAdministrator, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { holdersOf } from '../groups/access/index.ts'
import { knownGroup } from '../groups/access/permissions.ts'
import { invalidUserId } from '../groups/setting-values.ts'
import { defaultChanged } from '../organization/api.ts'
import { organizationCache, settingsOf } from '../organization/cache.ts'
import { checkNotRestricted } from '../restrictions/access.ts'
import type { Account } from '../users/account.ts'
import { changeName, changePassword, changeSettings, changeTimezone } from '../users/actions/index.ts'
import { peopleCache } from '../users/cache.ts'
import { canChangeOwn } from '../users/rules.ts'
import { settingChanged } from '../users/states.ts'
import { defaultsOf, ownAccount, userSettingsOf } from './access.ts'
import * as api from './api.ts'
import { type UserSettingName, type UserSettings, userSettings } from './settings.ts'
import * as store from './store.ts'

export const userSettingsChanged = hook<[userIds: UserId[], changed: Partial<UserSettings>]>()

/** The address changes after the emailed link is opened. */
export const emailChangeRequested = hook<[Account, email: string]>()

const names = Object.keys(userSettings) as UserSettingName[]
const given = (params: Partial<UserSettings>): Partial<UserSettings> =>
  Object.fromEntries(names.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]))

interface OwnChanges extends Partial<UserSettings> {
  full_name?: string | undefined
  timezone?: string | undefined
  email?: string | undefined
  /** Of the new password, after checking the old one. */
  password_hash?: string | undefined
  /** Of the browser making the change. */
  cookie?: string | undefined
}

export async function updateOwnSettings(mutation: Mutation, changes: OwnChanges): Promise<void> {
  const { org, viewer } = mutation
  const { full_name, timezone, email, password_hash, cookie } = changes
  let account = ownAccount(org, viewer)
  // before requesting an address: a new password cancels pending requests
  if (password_hash !== undefined) await changePassword(mutation, account, password_hash, cookie)
  const rules = settingsOf(org)
  if (full_name !== undefined && full_name !== account.fullName) {
    if (!canChangeOwn(viewer, rules.name_changes_disabled)) throw api.namesAreFixed()
    checkNotRestricted(mutation, { in: 'elsewhere' })
    account = await changeName(mutation, account, full_name)
  }
  if (email !== undefined && email !== account.deliveryEmail) {
    if (!canChangeOwn(viewer, rules.email_changes_disabled)) throw api.addressesAreFixed()
    await emailChangeRequested(mutation, account, email)
  }
  if (timezone !== undefined && timezone !== account.timezone) {
    account = await changeTimezone(mutation, account, timezone)
    mutation.emit(settingChanged, { property: 'timezone', value: timezone }, [viewer.id])
  }
  await apply(mutation, [account], given(changes), true)
}

interface Targets {
  user_ids?: UserId[] | undefined
  group_ids?: GroupId[] | undefined
  skip_if_already_edited: boolean
}

/** Changes settings of many users for an administrator, except private ones. */
export async function updateSettingsOfOthers(
  mutation: Mutation,
  targets: Targets,
  changes: Record<string, unknown>,
): Promise<void> {
  if (!isAdministrator(mutation.viewer)) throw mustBeAdministrator()
  for (const [name, value] of Object.entries(changes))
    if (value !== undefined && !userSettings[name as UserSettingName]?.bulkAllowed) throw api.notForOthers({}, { name })
  const { user_ids = [], group_ids = [], skip_if_already_edited } = targets
  if (user_ids.length + group_ids.length === 0) throw api.hasNoTarget()
  const { byId } = mutation.get(peopleCache)
  const ids = new Set(user_ids)
  for (const user_id of ids) {
    const account = byId.get(user_id)
    if (!account?.isActive || account.botType !== null) throw invalidUserId({}, { user_id })
  }
  for (const id of group_ids)
    for (const member of holdersOf(mutation.org, knownGroup(mutation.org, id).id)) ids.add(member)
  const people = [...ids].flatMap((id) => byId.get(id) ?? []).filter(({ botType }) => botType === null)
  for (const [name, value] of Object.entries(given(changes as Partial<UserSettings>))) {
    const concerned = people.filter(({ editedSettings }) => !skip_if_already_edited || !editedSettings.includes(name))
    await apply(mutation, concerned, { [name]: value }, false)
  }
}

async function apply(
  mutation: Mutation,
  people: Account[],
  changes: Partial<UserSettings>,
  byThemselves: boolean,
): Promise<void> {
  const asked = Object.keys(changes) as UserSettingName[]
  if (asked.length === 0 || people.length === 0) return
  const changed = new Map<UserSettingName, UserId[]>()
  for (const account of people) {
    const before = userSettingsOf(account)
    for (const name of asked) {
      if (before[name] === changes[name]) continue
      const ids = changed.get(name)
      if (ids) ids.push(account.id)
      else changed.set(name, [account.id])
    }
  }
  await changeSettings(mutation, people, changes, byThemselves ? asked : [])
  for (const [property, users] of changed) {
    const value = changes[property]
    const language = property === 'default_language' ? { language_name: languageName(String(value)) } : {}
    mutation.emit(settingChanged, { property, value, ...language }, { users })
  }
  const everyone = [...new Set([...changed.values()].flat())]
  const really = Object.fromEntries([...changed.keys()].map((name) => [name, changes[name]]))
  if (everyone.length > 0) await userSettingsChanged(mutation, everyone, really)
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

export async function updateDefaults(mutation: Mutation, params: Partial<UserSettings>): Promise<void> {
  const before = defaultsOf(mutation.org)
  const changes = Object.entries(given(params)).filter(([name, value]) => before[name as UserSettingName] !== value)
  if (changes.length === 0) return
  const stored = { ...mutation.get(organizationCache).userSettingsDefaults, ...Object.fromEntries(changes) }
  await store.updateDefaults(mutation.tx, mutation.org.id, stored)
  for (const [property, value] of changes) mutation.emit(defaultChanged, { property, value }, { everyone: true })
}
