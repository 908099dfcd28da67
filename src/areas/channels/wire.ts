import { bool, GroupSettingValue, int, seconds, z } from '#contract'
import type { Organization } from '#platform/organization'
import { presentGroupSetting } from '../groups/access.ts'
import { groupsMirror } from '../groups/mirror.ts'
import { type ChannelPermissionName, serverSupportedPermissionSettings } from '../organization/permission-settings.ts'
import type { Channel, TopicsPolicy } from './mirror.ts'

export const channelPermissionNames = Object.keys(serverSupportedPermissionSettings.stream) as ChannelPermissionName[]

const permissions = {
  can_add_subscribers_group: GroupSettingValue,
  can_administer_channel_group: GroupSettingValue,
  can_create_topic_group: GroupSettingValue,
  can_delete_any_message_group: GroupSettingValue,
  can_delete_own_message_group: GroupSettingValue,
  can_move_messages_out_of_channel_group: GroupSettingValue,
  can_move_messages_within_channel_group: GroupSettingValue,
  can_remove_subscribers_group: GroupSettingValue,
  can_resolve_topics_group: GroupSettingValue,
  can_send_message_group: GroupSettingValue,
  can_subscribe_group: GroupSettingValue,
} satisfies Record<ChannelPermissionName, typeof GroupSettingValue>

export const topicsPolicies = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const

/** A channel as the API shows it. Section 2.2 of the specification, with what the server adds. */
export const ChannelObject = z.object({
  stream_id: int,
  name: z.string(),
  is_archived: bool,
  description: z.string(),
  rendered_description: z.string(),
  date_created: int,
  creator_id: int.nullable(),
  invite_only: bool,
  is_web_public: bool,
  history_public_to_subscribers: bool,
  /** compat: the smallest role with the permission to post; 1 everybody, 2 administrators, 3 full members, 4 moderators. */
  stream_post_policy: int,
  is_announcement_only: bool,
  /** Null: as the organization says; -1: for ever. */
  message_retention_days: int.nullable(),
  first_message_id: int.nullable(),
  is_recently_active: bool,
  stream_weekly_traffic: int.nullable(),
  topics_policy: z.enum(topicsPolicies) satisfies z.ZodType<TopicsPolicy>,
  folder_id: int.nullable(),
  subscriber_count: int,
  ...permissions,
})
export type ChannelObject = z.infer<typeof ChannelObject>

const postPolicies: Record<string, number> = {
  'role:nobody': 2,
  'role:owners': 2,
  'role:administrators': 2,
  'role:moderators': 4,
  'role:fullmembers': 3,
}

/** compat: who may post, as clients of old understand it; the widest where it cannot be said. */
export function postPolicy(org: Organization, value: GroupSettingValue): number {
  const group = typeof value === 'number' ? org.get(groupsMirror).byId.get(value) : undefined
  return (group?.isSystem ? postPolicies[group.name] : undefined) ?? 1
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
    is_announcement_only: stream_post_policy === 2,
    message_retention_days: channel.messageRetentionDays,
    first_message_id: channel.firstMessageId,
    is_recently_active: channel.isRecentlyActive,
    stream_weekly_traffic: channel.weeklyTraffic,
    topics_policy: channel.topicsPolicy,
    folder_id: channel.folderId,
    subscriber_count: subscriberCount,
    ...channel.permissions,
  }
  for (const name of channelPermissionNames) shown[name] = presentGroupSetting(org, channel.permissions[name])
  return shown
}
