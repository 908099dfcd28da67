import { type GroupSettingValue, seconds } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { serializeGroupSetting } from '../../people/groups/access/index.ts'
import { groupsCache } from '../../people/groups/cache.ts'
import { channelPolicies, channelPolicyOf, type SystemGroupName } from '../../people/organization/settings.ts'
import { canSeeChannel } from './access.ts'
import { channelsCache } from './cache.ts'
import type { Channel } from './channel.ts'
import { membershipsOf, subscribersCache } from './subscribers-cache.ts'
import { type ChannelObject, channelPermissionNames } from './wire.ts'

/** compat: who can post, as older clients understand it; the widest policy if it can't be expressed. */
export function postPolicy(org: Organization, value: GroupSettingValue): number {
  const group = typeof value === 'number' ? org.get(groupsCache).byId.get(value) : undefined
  return (group?.isSystem ? channelPolicyOf[group.name as SystemGroupName] : undefined) ?? channelPolicies.everyone
}

export function channelObject(org: Organization, channel: Channel, subscriberCount: number): ChannelObject {
  const stream_post_policy = postPolicy(org, channel.permissions.can_send_message_group)
  const shown: ChannelObject = {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.isArchived,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: seconds(channel.createdAt),
    creator_id: channel.creatorId,
    invite_only: channel.isPrivate,
    is_web_public: channel.isWebPublic,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    stream_post_policy,
    is_announcement_only: stream_post_policy === channelPolicies.administrators,
    message_retention_days: channel.messageRetentionDays,
    first_message_id: channel.firstMessageId,
    is_recently_active: channel.isRecentlyActive,
    stream_weekly_traffic: channel.weeklyTraffic,
    topics_policy: channel.topicsPolicy,
    default_push_notifications: channel.defaultPushNotifications,
    slow_mode_seconds: channel.slowModeSeconds,
    folder_id: channel.folderId,
    subscriber_count: subscriberCount,
    ...channel.permissions,
  }
  for (const name of channelPermissionNames) shown[name] = serializeGroupSetting(org, channel.permissions[name])
  return shown
}

export const shown = (org: Organization, channel: Channel) =>
  channelObject(org, channel, org.get(subscribersCache).count(channel.id))

export function visibleChannels(org: Organization, viewer: Viewer): Channel[] {
  const { isSubscribed } = membershipsOf(org, viewer.id)
  const channels = org.get(channelsCache).inOrder()
  return channels.filter((channel) => canSeeChannel(viewer, channel, isSubscribed(channel.id)))
}

export const serializeChannels = (org: Organization, viewer: Viewer, archived: boolean): ChannelObject[] =>
  visibleChannels(org, viewer)
    .filter(({ isArchived }) => !isArchived || archived)
    .map((channel) => shown(org, channel))
