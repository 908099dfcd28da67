import { type ChannelId, dayMs, type GroupId, isOwner, isSameJson, mustBeOwner, type UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { hook } from '#platform/serve'
import {
  changedGroupSetting,
  type GroupSettingUpdate,
  namesMember,
  serializeGroupSetting,
} from '../../groups/access/index.ts'
import { namesGroup } from '../../groups/actions/group.ts'
import { announceFullMembers } from '../../groups/actions/role-groups.ts'
import type { Objection } from '../../groups/api.ts'
import { realmSettingsChanged } from '../../organization/api.ts'
import { organizationCache, settingsOf } from '../../organization/cache.ts'
import { serverSupportedPermissionSettings } from '../../organization/permission-settings.ts'
import { videoChatProviders } from '../../organization/register-constants.ts'
import {
  type OrganizationSettingName,
  type OrganizationSettings,
  organizationSettings,
  type PermissionSettingName,
  permissionSettings,
} from '../../organization/settings.ts'
import { authenticationMethods, isChosen } from '../../organization/sign-in-methods.ts'
import { callsUnavailable, channelNotPrivate, methodUnavailable, noMethodLeft, noSuchChannel } from '../api.ts'
import { videoChatServices } from '../call-services.ts'
import { serializeSettings } from '../serialize.ts'
import * as store from '../store.ts'

/** Called after settings change, in the same transaction, with the old and new settings. */
export const organizationSettingsChanged = hook<[before: OrganizationSettings, after: OrganizationSettings]>()

/** Changes all given settings or none, and emits the changes. `rendered` is the HTML of a new description. */
export async function updateOrganization(
  mutation: Mutation,
  params: Record<string, unknown>,
  rendered: string,
): Promise<void> {
  const { tx, org } = mutation
  const before = settingsOf(org)
  const after: Record<string, unknown> = { ...before }
  for (const [name, asked] of Object.entries(params)) {
    const setting = organizationSettings[name as OrganizationSettingName]
    if (!setting) continue
    if (setting.change === 'owner' && !isOwner(mutation.viewer)) throw mustBeOwner()
    let value = setting.kind === 'permission' ? permissionValue(mutation, name, asked) : asked
    // methods unknown to the client are kept
    if (name === 'authentication_methods' && asked)
      value = chosenMethods(org, before.authentication_methods, asked as Record<string, boolean>)
    if (value !== undefined) after[name] = value
  }
  // people who are full members stay full members
  if (before.full_member_messages === 0 && after.full_member_messages !== 0)
    after.full_member_messages_since = afterSecond(mutation.now.getTime() - before.waiting_period_threshold * dayMs)
  const changed = Object.keys(after).filter((name) => !isSameJson(after[name], before[name as OrganizationSettingName]))
  for (const name of changed) await checkValue(mutation, name, after[name])

  const facts = org.get(organizationCache)
  const columns: Record<string, string> = {}
  if (typeof params.name === 'string' && params.name !== facts.name) columns.name = params.name
  if (typeof params.description === 'string' && params.description !== facts.description) {
    columns.description = params.description
    columns.rendered_description = rendered
  }
  if (changed.length === 0 && Object.keys(columns).length === 0) return

  const stored = await store.storedSettings(tx, org.id)
  for (const name of changed) stored[name] = after[name]
  await store.update(tx, org.id, { settings: stored, ...columns })
  const shownBefore = serializeSettings(org, before)
  const shownAfter = serializeSettings(org, after as OrganizationSettings)
  const data = Object.fromEntries(
    Object.entries(shownAfter).filter(([name, value]) => !isSameJson(value, shownBefore[name])),
  )
  mutation.emit(realmSettingsChanged, { property: 'default', data: { ...data, ...columns } }, { everyone: true })
  if (changed.some((name) => name === 'waiting_period_threshold' || name === 'full_member_messages'))
    await announceFullMembers(mutation, before, after as OrganizationSettings)
  await organizationSettingsChanged(mutation, before, after as OrganizationSettings)
}

/** The first full second after a time in milliseconds, in UNIX seconds. */
const afterSecond = (ms: number): number => Math.floor(ms / 1_000) + 1

function permissionValue({ org }: Mutation, name: string, asked: unknown) {
  const setting = name as PermissionSettingName
  const rules = serverSupportedPermissionSettings.realm[setting]
  return changedGroupSetting(org, name, settingsOf(org)[setting], asked as GroupSettingUpdate, rules)
}

function chosenMethods(org: Organization, before: Record<string, boolean>, asked: Record<string, boolean>) {
  const available = authenticationMethods(org.services.config, org)
  const chosen = { ...before }
  for (const [method, on] of Object.entries(asked))
    if (available.includes(method)) chosen[method] = on
    else if (on) throw methodUnavailable({}, { method })
  if (!available.some((method) => isChosen(chosen, method))) throw noMethodLeft()
  return chosen
}

const isConfigured = (org: Organization, id: unknown) =>
  videoChatServices(org.services.config).some((name) => videoChatProviders[name].id === id)

const namesChannel = (name: string) => /_(stream|channel)_id$/.test(name)

/** Turns off announcements to an archived channel. */
export async function forgetChannel(mutation: Mutation, channelId: ChannelId): Promise<void> {
  const settings = settingsOf(mutation.org)
  const names = (Object.keys(settings) as OrganizationSettingName[]).filter(
    (name) => namesChannel(name) && settings[name] === channelId,
  )
  if (names.length === 0) return
  const none = Object.fromEntries(names.map((name) => [name, -1]))
  const stored = await store.storedSettings(mutation.tx, mutation.org.id)
  await store.update(mutation.tx, mutation.org.id, { settings: { ...stored, ...none } })
  mutation.emit(realmSettingsChanged, { property: 'default', data: none }, { everyone: true })
}

/** Checks that referenced objects exist, which a schema can't. */
async function checkValue({ tx, org }: Mutation, name: string, value: unknown): Promise<void> {
  if (name === 'video_chat_provider' && !isConfigured(org, value)) throw callsUnavailable()
  if (!namesChannel(name) || value === -1) return
  const channel = await store.channelNamed(tx, org.id, value as ChannelId)
  if (!channel) throw noSuchChannel({}, { name })
  if (name === 'moderation_request_channel_id' && !channel.invite_only) throw channelNotPrivate({}, { name })
}

/** A reactivated user counts again in permissions that name them: clients removed them. */
export async function showAgain(mutation: Mutation, userId: UserId): Promise<void> {
  const settings = settingsOf(mutation.org)
  const names = (Object.keys(permissionSettings) as PermissionSettingName[]).filter((name) =>
    namesMember(settings[name], userId),
  )
  if (names.length === 0) return
  const data = Object.fromEntries(
    names.map((name) => [name, serializeGroupSetting(mutation.org, settings[name], userId)]),
  )
  mutation.emit(realmSettingsChanged, { property: 'default', data }, { everyone: true })
}

/** A group used in a permission can't be deactivated. */
export async function objectToGroup({ org }: Mutation, groupId: GroupId, objections: Objection[]): Promise<void> {
  const current = settingsOf(org)
  const names = (Object.keys(permissionSettings) as PermissionSettingName[]).filter((name) =>
    namesGroup(current[name], groupId),
  )
  if (names.length > 0) objections.push({ type: 'realm', settings: names })
}
