import { permission } from './declaration.ts'

const notGuests = { allowEveryone: false }
const somebody = { allowNobody: false }

/** Who may do what in the whole organization; each value is a group, or people and groups. */
export const permissionSettings = {
  can_access_all_users_group: permission(
    'role:everyone',
    'Who can see all users; a guest outside of this group sees only the people met in channels and conversations.',
    { requireSystemGroup: true, ...somebody, allowedSystemGroups: ['role:everyone', 'role:members'] },
  ),
  can_add_custom_emoji_group: permission('role:members', 'Who can add custom emoji.', { ...notGuests, ...somebody }),
  can_add_subscribers_group: permission('role:members', 'Who can subscribe others to channels.', notGuests),
  can_create_bots_group: permission('role:members', 'Who can create bots of every kind.', notGuests),
  can_create_groups: permission('role:members', 'Who can create user groups.', {
    ...notGuests,
    ...somebody,
    change: 'owner',
  }),
  can_create_private_channel_group: permission('role:members', 'Who can create private channels.', {
    ...notGuests,
    ...somebody,
  }),
  can_create_public_channel_group: permission('role:members', 'Who can create public channels.', {
    ...notGuests,
    ...somebody,
  }),
  can_create_web_public_channel_group: permission(
    'role:owners',
    'Who can create channels that anybody on the web may read.',
    {
      ...notGuests,
      requireSystemGroup: true,
      allowedSystemGroups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
    },
  ),
  can_create_write_only_bots_group: permission(
    'role:members',
    'Who can create bots that only send messages, beside those who can create any bot.',
    notGuests,
  ),
  can_delete_any_message_group: permission('role:administrators', 'Who can delete any message.'),
  can_delete_own_message_group: permission('role:everyone', 'Who can delete messages of their own.'),
  can_invite_users_group: permission('role:members', 'Who can invite new users by e-mail.', {
    ...notGuests,
    change: 'owner',
  }),
  can_manage_all_groups: permission('role:owners', 'Who can administer every user group.', {
    ...notGuests,
    ...somebody,
    change: 'owner',
  }),
  can_manage_billing_group: permission('role:administrators', 'Who can manage plans and billing.', {
    ...notGuests,
    ...somebody,
    change: 'owner',
  }),
  can_mention_many_users_group: permission('role:administrators', 'Who can use wildcard mentions in large channels.'),
  can_move_messages_between_channels_group: permission(
    'role:members',
    'Who can move messages from channel to channel.',
    notGuests,
  ),
  can_move_messages_between_topics_group: permission(
    'role:everyone',
    'Who can move messages from topic to topic inside a channel.',
  ),
  can_resolve_topics_group: permission('role:everyone', 'Who can resolve topics and open them again.'),
  can_set_delete_message_policy_group: permission(
    'role:moderators',
    'Who can decide, in channels that they administer, who may delete messages there.',
    notGuests,
  ),
  can_set_topics_policy_group: permission(
    'role:members',
    'Who can decide, in channels that they administer, whether topics may be empty.',
    notGuests,
  ),
  can_summarize_topics_group: permission('role:everyone', 'Who can have topics summarized by a language model.'),
  create_multiuse_invite_group: permission('role:administrators', 'Who can create invitation links.', {
    ...notGuests,
    change: 'owner',
  }),
  direct_message_initiator_group: permission('role:everyone', 'Who can start a direct conversation with other people.'),
  direct_message_permission_group: permission(
    'role:everyone',
    'Of every direct conversation between people, at least one must be in this group.',
  ),
  workplace_users_group: permission('role:everyone', 'Whom the organization counts as users at work.'),
}
