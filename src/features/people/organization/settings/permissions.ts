import { permission } from './declaration.ts'

const notGuests = { allowEveryone: false }
const someone = { allowNobody: false }

export const permissionSettings = {
  can_access_all_users_group: permission(
    'role:everyone',
    'Who can see all users; guests outside this group see only people they share a conversation with.',
    { requireSystemGroup: true, ...someone, allowedSystemGroups: ['role:everyone', 'role:members'] },
  ),
  can_add_custom_emoji_group: permission('role:members', 'Who can add custom emoji.', { ...notGuests, ...someone }),
  can_add_subscribers_group: permission('role:members', 'Who can subscribe others to channels.', notGuests),
  can_create_bots_group: permission('role:members', 'Who can create any bot.', notGuests),
  can_create_groups: permission('role:members', 'Who can create user groups.', {
    ...notGuests,
    ...someone,
    change: 'owner',
  }),
  can_create_private_channel_group: permission('role:members', 'Who can create private channels.', {
    ...notGuests,
    ...someone,
  }),
  can_create_public_channel_group: permission('role:members', 'Who can create public channels.', {
    ...notGuests,
    ...someone,
  }),
  can_create_web_public_channel_group: permission('role:owners', 'Who can create web-public channels.', {
    ...notGuests,
    requireSystemGroup: true,
    allowedSystemGroups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  can_create_write_only_bots_group: permission(
    'role:members',
    'Who else can create bots that only send messages.',
    notGuests,
  ),
  can_delete_any_message_group: permission('role:administrators', 'Who can delete any message.'),
  can_delete_own_message_group: permission('role:everyone', 'Who can delete their own messages.'),
  can_invite_users_group: permission('role:members', 'Who can invite new users by email.', {
    ...notGuests,
    change: 'owner',
  }),
  can_manage_all_groups: permission('role:owners', 'Who can administer every user group.', {
    ...notGuests,
    ...someone,
    change: 'owner',
  }),
  can_manage_automations_group: permission('role:administrators', 'Who can manage automations.', notGuests),
  can_manage_billing_group: permission('role:administrators', 'Who can manage plans and billing.', {
    ...notGuests,
    ...someone,
    change: 'owner',
  }),
  can_mention_many_users_group: permission('role:administrators', 'Who can use wildcard mentions in large channels.'),
  can_move_messages_between_channels_group: permission(
    'role:members',
    'Who can move messages between channels.',
    notGuests,
  ),
  can_move_messages_between_topics_group: permission('role:everyone', 'Who can move messages between topics.'),
  can_resolve_topics_group: permission('role:everyone', 'Who can resolve and unresolve topics.'),
  can_restrict_members_group: permission('role:moderators', 'Who can restrict members for a while.', notGuests),
  can_set_delete_message_policy_group: permission(
    'role:moderators',
    'Who can change message deletion permissions of channels they administer.',
    notGuests,
  ),
  can_set_topics_policy_group: permission(
    'role:members',
    'Who can change the topic policy of channels they administer.',
    notGuests,
  ),
  can_start_calls_group: permission('role:members', 'Who can start calls.', notGuests),
  can_summarize_topics_group: permission('role:everyone', 'Who can have topics summarized by a language model.'),
  create_multiuse_invite_group: permission('role:administrators', 'Who can create invitation links.', {
    ...notGuests,
    change: 'owner',
  }),
  direct_message_initiator_group: permission('role:everyone', 'Who can start direct message conversations.'),
  direct_message_permission_group: permission(
    'role:everyone',
    'Group that must include at least one participant of each direct message conversation.',
  ),
  workplace_users_group: permission('role:everyone', 'Who counts as a workplace user.'),
}
