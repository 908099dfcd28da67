import { type GroupSettingValue, insufficientPermission, mustBeAdministrator, mustBeOwner } from '#contract'
import type { Act } from '#platform/organization'
import { activeFolder } from '../../channel-folders/access.ts'
import { checkGroupSettingValue } from '../../groups/access/index.ts'
import { askerOf, letsSpectatorsIn, mayInOrganization } from '../../organization/access.ts'
import {
  type ChannelPermissionName,
  serverSupportedPermissionSettings,
} from '../../organization/permission-settings.ts'
import { defaultCannotBePrivate, historyOfPublicChannels, privateAndWebPublic, webPublicDisabled } from '../errors.ts'
import type { NewChannelSettings } from '../input.ts'
import {
  canSetDefault,
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

export function mayCreate({ org, viewer }: Act, kind: Kind): boolean {
  return mayInOrganization(org, viewer, creationPermission(kind))
}

export function checkMayCreate(act: Act, kind: Kind): void {
  if (kind.isWebPublic && !letsSpectatorsIn(act.org)) throw webPublicDisabled()
  if (!mayCreate(act, kind)) throw insufficientPermission()
}

/** Permissions needed to change this one, besides administering the channel. */
export function checkMaySetPermission({ org, viewer }: Act, name: ChannelPermissionName): void {
  if (permissionRuleOf(name)?.rule.allows(askerOf(org, viewer)) === false) throw insufficientPermission()
}

export function checkMaySetTopicsPolicy({ org, viewer }: Act): void {
  if (!topicsPolicyRule.rule.allows(askerOf(org, viewer))) throw insufficientPermission()
}

/** Validates the settings of new channels, and the caller's permission for each. */
export function newChannelRules(act: Act, asked: NewChannelSettings): Omit<NewChannel, 'name' | 'description'> {
  const { org, viewer } = act
  const isPrivate = asked.invite_only
  const isWebPublic = asked.is_web_public
  const historyPublicToSubscribers = asked.history_public_to_subscribers ?? !isPrivate
  checkPrivacy({ isPrivate, isWebPublic, historyPublicToSubscribers })
  checkMayCreate(act, { isPrivate, isWebPublic })
  if (asked.is_default_stream) {
    if (isPrivate) throw defaultCannotBePrivate()
    if (!canSetDefault(viewer)) throw mustBeAdministrator()
  }
  if (asked.message_retention_days !== undefined && asked.message_retention_days !== null && !canSetRetention(viewer))
    throw mustBeOwner()
  if (asked.topics_policy !== undefined && asked.topics_policy !== 'inherit') checkMaySetTopicsPolicy(act)
  const permissions: Partial<Record<ChannelPermissionName, GroupSettingValue>> = {}
  for (const name of channelPermissionNames) {
    const value = asked[name]
    if (value === undefined) continue
    checkMaySetPermission(act, name)
    permissions[name] = checkGroupSettingValue(org, name, value, serverSupportedPermissionSettings.stream[name])
  }
  return {
    isPrivate,
    isWebPublic,
    historyPublicToSubscribers,
    isDefault: asked.is_default_stream,
    messageRetentionDays: asked.message_retention_days ?? null,
    topicsPolicy: asked.topics_policy ?? 'inherit',
    folderId: asked.folder_id === undefined ? null : activeFolder(act, asked.folder_id).id,
    permissions,
  }
}
