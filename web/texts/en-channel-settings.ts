import type { ChannelPermissionName } from '../../src/areas/organization/permission-settings.ts'

interface PermissionText {
  readonly label: string
  readonly help: string
}

/** Texts of a channel’s permission settings. Loaded with its pages. */
export const enChannelSettings = {
  permissions: {
    can_send_message_group: {
      label: 'Who can post',
      help: 'Guests must be members of the channel. In private channels, everyone must be a member or able to join.',
    },
    can_create_topic_group: { label: 'Who can start topics', help: 'They also need permission to post.' },
    can_subscribe_group: {
      label: 'Who can join',
      help: 'In a private channel, they can also read messages. Everyone except guests can join public channels.',
    },
    can_add_subscribers_group: {
      label: 'Who can add people',
      help: 'Also includes channel administrators and people who can add others to any channel. In a private channel, they can also read messages.',
    },
    can_remove_subscribers_group: {
      label: 'Who can remove people',
      help: 'Also includes channel administrators.',
    },
    can_move_messages_within_channel_group: {
      label: 'Who can move messages to another topic here',
      help: 'Also includes channel administrators and people who can do this in any channel.',
    },
    can_move_messages_out_of_channel_group: {
      label: 'Who can move messages to another channel',
      help: 'Also includes channel administrators and people who can do this in any channel.',
    },
    can_resolve_topics_group: {
      label: 'Who can resolve topics',
      help: 'Also includes people who can do this in any channel.',
    },
    can_delete_any_message_group: {
      label: 'Who can delete any message',
      help: 'Also includes people who can do this in any channel.',
    },
    can_delete_own_message_group: {
      label: 'Who can delete their own messages',
      help: 'Also includes people who can do this in any channel.',
    },
    can_administer_channel_group: {
      label: 'Who can administer the channel',
      help: 'They can change all settings of this channel. Organization administrators always can.',
    },
  } satisfies Record<ChannelPermissionName, PermissionText> as Readonly<Record<ChannelPermissionName, PermissionText>>,
  permissionsMore: 'Changes apply to everyone immediately.',
  onlyAdministering: (who: string) =>
    `Only organization and channel administrators can change this. Channel administrators: ${who}`,
  onlyForDeleting: (who: string) => `You don’t have permission to change this. People who do: ${who}`,
  onlyReaders: 'This affects who can read messages, so only people who can read this channel can change it.',
}
export type ChannelSettingsTexts = typeof enChannelSettings
