import type { ChannelPermissionName } from '../../src/areas/organization/permission-settings.ts'

interface PermissionText {
  readonly label: string
  readonly help: string
}

/** Texts of what a channel is set to: loaded with its pages. */
export const enChannelSettings = {
  permissions: {
    can_send_message_group: {
      label: 'Who may post',
      help: 'In a private channel one has to be in it, or allowed to come in; guests have to be in it everywhere.',
    },
    can_create_topic_group: { label: 'Who may start topics', help: 'Among those who may post.' },
    can_subscribe_group: {
      label: 'Who may come in',
      help: 'Of a private channel: they may read it, too. Everybody but guests may join one that is public.',
    },
    can_add_subscribers_group: {
      label: 'Who may add people',
      help: 'Beside who administers the channel, and who may add people to every channel. They may read a private one, too.',
    },
    can_remove_subscribers_group: {
      label: 'Who may remove people',
      help: 'Beside who administers the channel.',
    },
    can_move_messages_within_channel_group: {
      label: 'Who may move messages to another topic here',
      help: 'Beside who administers the channel, and who may do so in every channel.',
    },
    can_move_messages_out_of_channel_group: {
      label: 'Who may move messages to another channel',
      help: 'Beside who administers the channel, and who may do so in every channel.',
    },
    can_resolve_topics_group: {
      label: 'Who may mark topics as resolved',
      help: 'Beside who may do so in every channel.',
    },
    can_delete_any_message_group: {
      label: 'Who may delete any message',
      help: 'Beside who may do so in every channel.',
    },
    can_delete_own_message_group: {
      label: 'Who may delete messages of their own',
      help: 'Beside who may do so in every channel.',
    },
    can_administer_channel_group: {
      label: 'Who administers the channel',
      help: 'They change all that is on these pages. Administrators of the organization always can.',
    },
  } satisfies Record<ChannelPermissionName, PermissionText> as Readonly<Record<ChannelPermissionName, PermissionText>>,
  permissionsMore: 'What is changed here counts at once, for everybody.',
  onlyAdministering: (who: string) =>
    `Only administrators and who administers the channel can change this. Who administers it: ${who}`,
  onlyForDeleting: (who: string) => `Only administrators and who may set who deletes messages can change this: ${who}`,
  onlyReaders: 'Only who can read the channel can change this: it opens what is in it.',
}
export type ChannelSettingsTexts = typeof enChannelSettings
