import { bool, GroupSettingValue, int, z } from '#contract'
import {
  type ChannelPermissionName,
  serverSupportedPermissionSettings,
} from '../../people/organization/permission-settings.ts'

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
export type TopicsPolicy = (typeof topicsPolicies)[number]

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
  /** compat: the smallest role that can post; 1 everyone, 2 administrators, 3 full members, 4 moderators. */
  stream_post_policy: int,
  is_announcement_only: bool,
  /** Null: the organization's policy; -1: forever. */
  message_retention_days: int.nullable(),
  first_message_id: int.nullable(),
  is_recently_active: bool,
  stream_weekly_traffic: int.nullable(),
  topics_policy: z.enum(topicsPolicies),
  /** New subscribers get push notifications about all messages, whatever their own default is. */
  default_push_notifications: bool,
  /** Minimum time between two messages of a person; 0 if slow mode is off. */
  slow_mode_seconds: int,
  folder_id: int.nullable(),
  subscriber_count: int,
  ...permissions,
})
export type ChannelObject = z.infer<typeof ChannelObject>

export const personalSettings = {
  color: z.string(),
  is_muted: bool,
  in_home_view: bool,
  pin_to_top: bool,
  desktop_notifications: bool.nullable(),
  audible_notifications: bool.nullable(),
  push_notifications: bool.nullable(),
  email_notifications: bool.nullable(),
  wildcard_mentions_notify: bool.nullable(),
}

const subscribers = { subscribers: z.array(int).optional(), partial_subscribers: z.array(int).optional() }

export const NeverSubscribed = z.object({ ...ChannelObject.shape, ...subscribers })
export type NeverSubscribed = z.infer<typeof NeverSubscribed>
export const Subscription = z.object({ ...NeverSubscribed.shape, ...personalSettings })
export type Subscription = z.infer<typeof Subscription>
