import type { enChannelSettings } from './en-channel-settings.ts'
import type { Translated } from './translated.ts'

export const deChannelSettings: Translated<typeof enChannelSettings> = {
  permissions: {
    can_send_message_group: {
      label: 'Wer schreiben darf',
      help: 'In einem privaten Kanal muss man darin sein oder hineindürfen; Gäste müssen überall darin sein.',
    },
    can_create_topic_group: { label: 'Wer Themen beginnen darf', help: 'Von denen, die schreiben dürfen.' },
    can_subscribe_group: {
      label: 'Wer beitreten darf',
      help: 'Bei einem privaten Kanal: Diese Personen dürfen ihn auch lesen. Einem öffentlichen dürfen alle außer Gästen beitreten.',
    },
    can_add_subscribers_group: {
      label: 'Wer Personen hinzufügen darf',
      help: 'Neben denen, die den Kanal verwalten, und denen, die in jedem Kanal Personen hinzufügen dürfen. Sie dürfen auch einen privaten lesen.',
    },
    can_remove_subscribers_group: {
      label: 'Wer Personen entfernen darf',
      help: 'Neben denen, die den Kanal verwalten.',
    },
    can_move_messages_within_channel_group: {
      label: 'Wer Nachrichten hier in ein anderes Thema verschieben darf',
      help: 'Neben denen, die den Kanal verwalten, und denen, die es in jedem Kanal dürfen.',
    },
    can_move_messages_out_of_channel_group: {
      label: 'Wer Nachrichten in einen anderen Kanal verschieben darf',
      help: 'Neben denen, die den Kanal verwalten, und denen, die es in jedem Kanal dürfen.',
    },
    can_resolve_topics_group: {
      label: 'Wer Themen als erledigt markieren darf',
      help: 'Neben denen, die es in jedem Kanal dürfen.',
    },
    can_delete_any_message_group: {
      label: 'Wer jede Nachricht löschen darf',
      help: 'Neben denen, die es in jedem Kanal dürfen.',
    },
    can_delete_own_message_group: {
      label: 'Wer eigene Nachrichten löschen darf',
      help: 'Neben denen, die es in jedem Kanal dürfen.',
    },
    can_administer_channel_group: {
      label: 'Wer den Kanal verwaltet',
      help: 'Diese Personen ändern alles, was auf diesen Seiten steht. Administratoren der Organisation können das immer.',
    },
  },
  permissionsMore: 'Was hier geändert wird, gilt sofort und für alle.',
  onlyAdministering: (who) =>
    `Nur Administratoren und wer den Kanal verwaltet, können das ändern. Wer den Kanal verwaltet: ${who}`,
  onlyForDeleting: (who) =>
    `Nur Administratoren und wer festlegen darf, wer Nachrichten löscht, können das ändern: ${who}`,
  onlyReaders: 'Nur wer den Kanal lesen kann, kann das ändern: Es öffnet, was darin steht.',
}
