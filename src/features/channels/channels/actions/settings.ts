import { type ChannelId, type GroupSettingValue, mustBeAdministrator, mustBeOwner } from '#contract'
import type { Mutation } from '#platform/organization'
import { changedGroupSetting } from '../../../people/groups/access/index.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import {
  type ChannelPermissionName,
  serverSupportedPermissionSettings,
} from '../../../people/organization/permission-settings.ts'
import { administeredChannel, canReadChannel } from '../access.ts'
import type { ChannelUpdate } from '../api.ts'
import { channelsCache } from '../cache.ts'
import type { Channel } from '../channel.ts'
import {
  channelNameTaken,
  defaultCannotBePrivate,
  moderationChannelPublic,
  noContentAccess,
  topicsNotEmpty,
} from '../errors.ts'
import { activeFolder } from '../folders/access.ts'
import { canSetDefault, canSetDefaultPush, canSetRetention, opensContent } from '../settings-rules.ts'
import { hasNamedTopics } from '../store.ts'
import { membershipsOf } from '../subscribers-cache.ts'
import { channelPermissionNames } from '../wire.ts'
import { checkCanCreate, checkCanSetPermission, checkCanSetTopicsPolicy, checkPrivacy } from './setting-checks.ts'

type Changes = { -readonly [K in keyof Channel]?: Channel[K] }

export async function channelChanges(
  mutation: Mutation,
  id: ChannelId,
  asked: ChannelUpdate,
): Promise<{ before: Channel; changes: Changes }> {
  const { org, viewer } = mutation
  const memberships = membershipsOf(mutation, viewer.id)
  const before = administeredChannel(mutation, viewer, memberships, id)
  const readable = canReadChannel(viewer, before, memberships.isSubscribed(id))
  const changes: Changes = {}
  if (asked.new_name !== undefined && asked.new_name !== before.name) {
    const other = mutation.get(channelsCache).named(asked.new_name)
    if (other && other.id !== id) throw channelNameTaken({}, { name: asked.new_name })
    changes.name = asked.new_name
  }
  if (asked.description !== undefined && asked.description !== before.description)
    changes.description = asked.description
  privacyChanges(mutation, before, asked, readable, changes)
  if (asked.is_default_stream !== undefined && asked.is_default_stream !== before.isDefault) {
    if (!canSetDefault(viewer)) throw mustBeAdministrator()
    changes.isDefault = asked.is_default_stream
  }
  if ((changes.isDefault ?? before.isDefault) && (changes.isPrivate ?? before.isPrivate)) throw defaultCannotBePrivate()
  if (asked.is_archived !== undefined && asked.is_archived !== before.isArchived) {
    changes.isArchived = asked.is_archived
    if (asked.is_archived && before.isDefault) changes.isDefault = false
  }
  if (asked.message_retention_days !== undefined && asked.message_retention_days !== before.messageRetentionDays) {
    if (!canSetRetention(viewer)) throw mustBeOwner()
    changes.messageRetentionDays = asked.message_retention_days
  }
  if (asked.topics_policy !== undefined && asked.topics_policy !== before.topicsPolicy) {
    checkCanSetTopicsPolicy(mutation)
    if (asked.topics_policy === 'empty_topic_only' && (await hasNamedTopics(mutation.tx, before.conversationId)))
      throw topicsNotEmpty()
    changes.topicsPolicy = asked.topics_policy
  }
  if (
    asked.default_push_notifications !== undefined &&
    asked.default_push_notifications !== before.defaultPushNotifications
  ) {
    if (!canSetDefaultPush(viewer)) throw mustBeAdministrator()
    changes.defaultPushNotifications = asked.default_push_notifications
  }
  if (asked.slow_mode_seconds !== undefined && asked.slow_mode_seconds !== before.slowModeSeconds)
    changes.slowModeSeconds = asked.slow_mode_seconds
  if (asked.folder_id !== undefined && asked.folder_id !== before.folderId)
    changes.folderId = asked.folder_id === null ? null : activeFolder(mutation, asked.folder_id).id
  const permissions: Partial<Record<ChannelPermissionName, GroupSettingValue>> = {}
  for (const name of channelPermissionNames) {
    const update = asked[name]
    if (update === undefined) continue
    checkCanSetPermission(mutation, name)
    if (opensContent(name) && !readable) throw noContentAccess()
    const rules = serverSupportedPermissionSettings.stream[name]
    const value = changedGroupSetting(org, name, before.permissions[name], update, rules)
    if (value !== undefined) permissions[name] = value
  }
  if (Object.keys(permissions).length > 0) changes.permissions = { ...before.permissions, ...permissions }
  return { before, changes }
}

function privacyChanges(
  mutation: Mutation,
  before: Channel,
  asked: ChannelUpdate,
  readable: boolean,
  changes: Changes,
): void {
  const { is_private, is_web_public, history_public_to_subscribers } = asked
  if (is_private === undefined && is_web_public === undefined && history_public_to_subscribers === undefined) return
  const isPrivate = is_private ?? (is_web_public ? false : before.isPrivate)
  const isWebPublic = is_web_public ?? (is_private ? false : before.isWebPublic)
  // when a channel becomes private, subscribers keep access to its history unless the call changes that
  const historyPublicToSubscribers =
    history_public_to_subscribers ?? (isPrivate ? before.historyPublicToSubscribers : true)
  const kept =
    isPrivate === before.isPrivate &&
    isWebPublic === before.isWebPublic &&
    historyPublicToSubscribers === before.historyPublicToSubscribers
  if (kept) return
  if (!readable) throw noContentAccess()
  checkPrivacy({ isPrivate, isWebPublic, historyPublicToSubscribers })
  if (isPrivate !== before.isPrivate || isWebPublic !== before.isWebPublic)
    checkCanCreate(mutation, { isPrivate, isWebPublic })
  if (!isPrivate && settingsOf(mutation.org).moderation_request_channel_id === before.id)
    throw moderationChannelPublic()
  Object.assign(changes, { isPrivate, isWebPublic, historyPublicToSubscribers })
}
