/** Every capability of a client that keeps its state with a session. */
export const allCapabilities: Readonly<Record<string, true>> = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  user_list_in_pages: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
  pins: true,
  calls: true,
  compact_unread: true,
}
