import { type GroupSettingValue, insufficientPermission, mustBeAdministrator, mustBeOwner } from '#contract'
import type { Mutation } from '#platform/organization'
import { checkGroupSettingValue } from '../../../people/groups/access/index.ts'
import { actorOf, canInOrganization, letsSpectatorsIn } from '../../../people/organization/access.ts'
import {
  type ChannelPermissionName,
  serverSupportedPermissionSettings,
} from '../../../people/organization/permission-settings.ts'
import { defaultCannotBePrivate, historyOfPublicChannels, privateAndWebPublic, webPublicDisabled } from '../errors.ts'
import { activeFolder } from '../folders/access.ts'
import type { NewChannelSettings } from '../input.ts'
import {
  canSetDefault,
  canSetDefaultPush,
  canSetRetention,
  creationPermission,
  permissionRuleOf,
  topicsPolicyRule,
} from '../settings-rules.ts'
import { channelPermissionNames } from '../wire.ts'
import type { NewChannel } from './create.ts'

interface Privacy {
  isPrivate: boolean
  isWebPublic: boolean
  historyPublicToSubscribers: boolean
}

export function checkPrivacy({ isPrivate, isWebPublic, historyPublicToSubscribers }: Privacy): void {
  if (isPrivate && isWebPublic) throw privateAndWebPublic()
  if (!isPrivate && !historyPublicToSubscribers) throw historyOfPublicChannels()
}

type Kind = Omit<Privacy, 'historyPublicToSubscribers'>

export function canCreate({ org, viewer }: Mutation, kind: Kind): boolean {
  return canInOrganization(org, viewer, creationPermission(kind))
}

export function checkCanCreate(mutation: Mutation, kind: Kind): void {
  if (kind.isWebPublic && !letsSpectatorsIn(mutation.org)) throw webPublicDisabled()
  if (!canCreate(mutation, kind)) throw insufficientPermission()
}

/** Permissions needed to change this one, besides administering the channel. */
export function checkCanSetPermission({ org, viewer }: Mutation, name: ChannelPermissionName): void {
  if (permissionRuleOf(name)?.rule.allows(actorOf(org, viewer)) === false) throw insufficientPermission()
}

export function checkCanSetTopicsPolicy({ org, viewer }: Mutation): void {
  if (!topicsPolicyRule.rule.allows(actorOf(org, viewer))) throw insufficientPermission()
}

/** Validates the settings of new channels, and the caller's permission for each. */
export function newChannelRules(
  mutation: Mutation,
  asked: NewChannelSettings,
): Omit<NewChannel, 'name' | 'description'> {
  const { org, viewer } = mutation
  const isPrivate = asked.invite_only
  const isWebPublic = asked.is_web_public
  const historyPublicToSubscribers = asked.history_public_to_subscribers ?? !isPrivate
  checkPrivacy({ isPrivate, isWebPublic, historyPublicToSubscribers })
  checkCanCreate(mutation, { isPrivate, isWebPublic })
  if (asked.is_default_stream) {
    if (isPrivate) throw defaultCannotBePrivate()
    if (!canSetDefault(viewer)) throw mustBeAdministrator()
  }
  if (asked.message_retention_days !== undefined && asked.message_retention_days !== null && !canSetRetention(viewer))
    throw mustBeOwner()
  if (asked.topics_policy !== undefined && asked.topics_policy !== 'inherit') checkCanSetTopicsPolicy(mutation)
  if (asked.default_push_notifications && !canSetDefaultPush(viewer)) throw mustBeAdministrator()
  const permissions: Partial<Record<ChannelPermissionName, GroupSettingValue>> = {}
  for (const name of channelPermissionNames) {
    const value = asked[name]
    if (value === undefined) continue
    checkCanSetPermission(mutation, name)
    permissions[name] = checkGroupSettingValue(org, name, value, serverSupportedPermissionSettings.stream[name])
  }
  return {
    isPrivate,
    isWebPublic,
    historyPublicToSubscribers,
    isDefault: asked.is_default_stream,
    messageRetentionDays: asked.message_retention_days ?? null,
    topicsPolicy: asked.topics_policy ?? 'inherit',
    defaultPushNotifications: asked.default_push_notifications,
    slowModeSeconds: asked.slow_mode_seconds,
    folderId: asked.folder_id === undefined ? null : activeFolder(mutation, asked.folder_id).id,
    permissions,
  }
}
