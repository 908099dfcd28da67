import type { ChannelId, GroupSettingValue, UserId } from '#contract'
import type { Changes as Columns } from '#platform/db'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { serializeGroupSetting } from '../../../people/groups/access/index.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { canSeeChannel } from '../access.ts'
import type { ChannelUpdate } from '../api.ts'
import { channelAudience, clientsOf, emitAbout } from '../audience.ts'
import type { Channel } from '../channel.ts'
import { postPolicy } from '../serialize.ts'
import { channelChanged, channelUpdated } from '../states.ts'
import { updateChannel as writeChannel } from '../store.ts'
import { subscribersCache } from '../subscribers-cache.ts'
import { channelPermissionNames } from '../wire.ts'
import { announceArchived } from './archive.ts'
import { announceDefaults } from './defaults.ts'
import { channelChanges } from './settings.ts'
import { hideChannels, showChannels } from './visibility.ts'

/**
 * After a change of a channel's name, description, privacy, or permissions, in its transaction; null: by the server.
 */
export const channelSettingsChanged = hook<[{ before: Channel; after: Channel; byId: UserId | null }]>()

/** Before the viewer makes a private channel public; handlers throw to refuse it. */
export const makingChannelPublic = hook<[Channel]>()

/**
 * Applies all changes or none, and notifies people who can see the channel before or after. `rendered` is the HTML of a
 * new description.
 */
export async function updateChannel(
  mutation: Mutation,
  id: ChannelId,
  asked: ChannelUpdate,
  rendered = '',
): Promise<void> {
  const { before, changes } = await channelChanges(mutation, id, asked)
  if (Object.keys(changes).length === 0) return
  const after: Channel = { ...before, ...changes }
  const renderedDescription = changes.description === undefined ? before.renderedDescription : rendered
  await applyChanges(mutation, before, { ...after, renderedDescription })
}

export async function restoreChannel(mutation: Mutation, before: Channel, former: Partial<Channel>): Promise<void> {
  await applyChanges(mutation, before, { ...before, ...former })
}

async function applyChanges(mutation: Mutation, before: Channel, after: Channel): Promise<void> {
  if (before.isPrivate && !after.isPrivate) await makingChannelPublic(mutation, before)
  await writeChannel(mutation.tx, before.id, columnsOf(before, after, mutation.now))
  if (after.isArchived !== before.isArchived) await announceArchived(mutation, after)
  await announceVisibility(mutation, before, after)
  announceChanges(mutation, before, after)
  // an archived channel can be made a default one, which takes effect when it is unarchived
  const isUsed = ({ isDefault, isArchived }: Channel) => isDefault && !isArchived
  if (isUsed(after) !== isUsed(before)) announceDefaults(mutation, [after])
  if (after.isDefault !== before.isDefault) mutation.emit(channelChanged, { stream_id: before.id })
  await channelSettingsChanged(mutation, { before, after, byId: mutation.viewer.id })
}

function columnsOf(before: Channel, after: Channel, now: Date): Columns<'channel'> {
  const columns: Columns<'channel'> = {
    name: after.name,
    description: after.description,
    rendered_description: after.renderedDescription,
    invite_only: after.isPrivate,
    is_web_public: after.isWebPublic,
    history_public_to_subscribers: after.historyPublicToSubscribers,
    is_default: after.isDefault,
    message_retention_days: after.messageRetentionDays,
    topics_policy: after.topicsPolicy,
    default_push_notifications: after.defaultPushNotifications,
    slow_mode_seconds: after.slowModeSeconds,
    folder_id: after.folderId,
    settings: after.permissions,
  }
  if (after.isArchived !== before.isArchived) columns.archived_at = after.isArchived ? now : null
  return columns
}

async function announceVisibility(mutation: Mutation, before: Channel, after: Channel): Promise<void> {
  if (
    before.isPrivate === after.isPrivate &&
    before.isWebPublic === after.isWebPublic &&
    before.permissions === after.permissions
  )
    return
  const { org } = mutation
  const subscribers = mutation.get(subscribersCache).of(before.id)
  const gained: UserId[] = []
  const lost: UserId[] = []
  for (const { id } of mutation.get(peopleCache).all()) {
    const viewer = subscribers.has(id) ? undefined : org.viewer(id)
    if (!viewer) continue
    const saw = canSeeChannel(viewer, before, false)
    if (saw === canSeeChannel(viewer, after, false)) continue
    if (saw) lost.push(id)
    else gained.push(id)
  }
  await hideChannels(mutation, [after], lost)
  showChannels(mutation, [after], gained)
}

interface Change {
  property: string
  value: GroupSettingValue | number | string | boolean | null
  rendered_description?: string
  history_public_to_subscribers?: boolean
  is_web_public?: boolean
}

function announceChanges(mutation: Mutation, before: Channel, after: Channel): void {
  const { org } = mutation
  const told: Change[] = []
  const tell = (property: string, old: Change['value'], value: Change['value'], more: object = {}) => {
    if (old !== value) told.push({ property, value, ...more })
  }
  tell('name', before.name, after.name)
  tell('description', before.description, after.description, { rendered_description: after.renderedDescription })
  const privacy = { history_public_to_subscribers: after.historyPublicToSubscribers, is_web_public: after.isWebPublic }
  if (
    before.isPrivate !== after.isPrivate ||
    before.isWebPublic !== after.isWebPublic ||
    before.historyPublicToSubscribers !== after.historyPublicToSubscribers
  )
    told.push({ property: 'invite_only', value: after.isPrivate, ...privacy })
  tell('message_retention_days', before.messageRetentionDays, after.messageRetentionDays)
  tell('topics_policy', before.topicsPolicy, after.topicsPolicy)
  tell('default_push_notifications', before.defaultPushNotifications, after.defaultPushNotifications)
  tell('slow_mode_seconds', before.slowModeSeconds, after.slowModeSeconds)
  tell('folder_id', before.folderId, after.folderId)
  for (const name of channelPermissionNames)
    if (before.permissions[name] !== after.permissions[name])
      told.push({ property: name, value: serializeGroupSetting(org, after.permissions[name]) })
  const policy = (channel: Channel) => postPolicy(org, channel.permissions.can_send_message_group)
  tell('stream_post_policy', policy(before), policy(after))
  const audience = channelAudience(org, after)
  for (const change of told)
    emitAbout(
      mutation,
      clientsOf(after),
      channelUpdated,
      { stream_id: after.id, name: before.name, ...change },
      audience,
    )
}
