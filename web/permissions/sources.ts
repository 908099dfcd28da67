import type { ChannelPermission } from '../../src/features/channels/channels/rules.ts'
import type { GroupPermission } from '../../src/features/people/groups/rules.ts'
import type {
  ChannelPermissionName,
  GroupPermissionName,
} from '../../src/features/people/organization/permission-settings.ts'

/** The rule that decides what a channel's permission allows, and the organization's permission that it adds to. */
export const channelSources: Readonly<
  Record<ChannelPermissionName, { readonly rule: ChannelPermission; readonly organization?: string }>
> = {
  can_send_message_group: { rule: 'post' },
  can_create_topic_group: { rule: 'startTopics' },
  can_subscribe_group: { rule: 'join' },
  can_add_subscribers_group: { rule: 'addPeople', organization: 'can_add_subscribers_group' },
  can_remove_subscribers_group: { rule: 'removePeople' },
  can_move_messages_within_channel_group: {
    rule: 'moveWithin',
    organization: 'can_move_messages_between_topics_group',
  },
  can_move_messages_out_of_channel_group: {
    rule: 'moveOut',
    organization: 'can_move_messages_between_channels_group',
  },
  can_resolve_topics_group: { rule: 'resolve', organization: 'can_resolve_topics_group' },
  can_delete_any_message_group: { rule: 'deleteAny', organization: 'can_delete_any_message_group' },
  can_delete_own_message_group: { rule: 'deleteOwn', organization: 'can_delete_own_message_group' },
  can_administer_channel_group: { rule: 'administer' },
}

const managers = 'can_manage_all_groups'

export const groupSources: Readonly<
  Record<GroupPermissionName, { readonly rule: GroupPermission; readonly organization?: string }>
> = {
  can_mention_group: { rule: 'mention' },
  can_join_group: { rule: 'join', organization: managers },
  can_leave_group: { rule: 'leave', organization: managers },
  can_add_members_group: { rule: 'addMembers', organization: managers },
  can_remove_members_group: { rule: 'removeMembers', organization: managers },
  can_manage_group: { rule: 'manage', organization: managers },
}
