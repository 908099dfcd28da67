// Written by npm run generate from web/texts/en.arb.

declare module 'messages:channelSettings' {
  export const messages: {
    readonly permissions: {
      readonly can_send_message_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_create_topic_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_subscribe_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_add_subscribers_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_remove_subscribers_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_move_messages_within_channel_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_move_messages_out_of_channel_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_resolve_topics_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_delete_any_message_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_delete_own_message_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_administer_channel_group: {
        readonly label: string
        readonly help: string
      }
    }
    readonly permissionsMore: string
    readonly onlyAdministering: (who: string) => string
    readonly onlyForDeleting: (who: string) => string
    readonly onlyReaders: string
  }
}
