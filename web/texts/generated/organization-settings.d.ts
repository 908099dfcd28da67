// Written by npm run generate from web/texts/en.arb.

declare module 'messages:organizationSettings' {
  export const messages: {
    readonly name: {
      readonly label: string
      readonly help: string
    }
    readonly description: {
      readonly label: string
      readonly help: string
    }
    readonly default_language: {
      readonly label: string
      readonly help: string
    }
    readonly new_stream_announcements_stream_id: {
      readonly label: string
      readonly help: string
    }
    readonly signup_announcements_stream_id: {
      readonly label: string
      readonly help: string
    }
    readonly send_channel_events_messages: {
      readonly label: string
      readonly help: string
    }
    readonly welcome_message_custom_text: {
      readonly label: string
      readonly help: string
    }
    readonly message_content_allowed_in_email_notifications: {
      readonly label: string
      readonly help: string
    }
    readonly digest_emails_enabled: {
      readonly label: string
      readonly help: string
    }
    readonly digest_weekday: {
      readonly label: string
      readonly help: string
    }
    readonly topics_policy: {
      readonly label: string
      readonly help: string
    }
    readonly video_chat_provider: {
      readonly label: string
      readonly help: string
    }
    readonly jitsi_server_url: {
      readonly label: string
      readonly help: string
    }
    readonly enable_read_receipts: {
      readonly label: string
      readonly help: string
    }
    readonly inline_image_preview: {
      readonly label: string
      readonly help: string
    }
    readonly inline_url_embed_preview: {
      readonly label: string
      readonly help: string
    }
    readonly media_preview_size: {
      readonly label: string
      readonly help: string
    }
    readonly default_code_block_language: {
      readonly label: string
      readonly help: string
    }
    readonly presence_disabled: {
      readonly label: string
      readonly help: string
    }
    readonly default_avatar_source: {
      readonly label: string
      readonly help: string
    }
    readonly message_retention_days: {
      readonly label: string
      readonly help: string
    }
    readonly moderation_request_channel_id: {
      readonly label: string
      readonly help: string
    }
    readonly invite_required: {
      readonly label: string
      readonly help: string
    }
    readonly join_gate: {
      readonly label: string
      readonly help: string
    }
    readonly joins_per_hour: {
      readonly label: string
      readonly help: string
    }
    readonly can_invite_users_group: {
      readonly label: string
      readonly help: string
    }
    readonly create_multiuse_invite_group: {
      readonly label: string
      readonly help: string
    }
    readonly emails_restricted_to_domains: {
      readonly label: string
      readonly help: string
    }
    readonly disallow_disposable_email_addresses: {
      readonly label: string
      readonly help: string
    }
    readonly waiting_period_threshold: {
      readonly label: string
      readonly help: string
    }
    readonly full_member_messages: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_public_channel_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_private_channel_group: {
      readonly label: string
      readonly help: string
    }
    readonly enable_spectator_access: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_web_public_channel_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_add_subscribers_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_mention_many_users_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_set_topics_policy_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_set_delete_message_policy_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_groups: {
      readonly label: string
      readonly help: string
    }
    readonly can_manage_all_groups: {
      readonly label: string
      readonly help: string
    }
    readonly direct_message_permission_group: {
      readonly label: string
      readonly help: string
    }
    readonly direct_message_initiator_group: {
      readonly label: string
      readonly help: string
    }
    readonly allow_message_editing: {
      readonly label: string
      readonly help: string
    }
    readonly message_content_edit_limit_seconds: {
      readonly label: string
      readonly help: string
    }
    readonly message_edit_history_visibility_policy: {
      readonly label: string
      readonly help: string
    }
    readonly can_move_messages_between_topics_group: {
      readonly label: string
      readonly help: string
    }
    readonly move_messages_within_stream_limit_seconds: {
      readonly label: string
      readonly help: string
    }
    readonly can_move_messages_between_channels_group: {
      readonly label: string
      readonly help: string
    }
    readonly move_messages_between_streams_limit_seconds: {
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
    readonly message_content_delete_limit_seconds: {
      readonly label: string
      readonly help: string
    }
    readonly require_unique_names: {
      readonly label: string
      readonly help: string
    }
    readonly name_changes_disabled: {
      readonly label: string
      readonly help: string
    }
    readonly email_changes_disabled: {
      readonly label: string
      readonly help: string
    }
    readonly avatar_changes_disabled: {
      readonly label: string
      readonly help: string
    }
    readonly can_access_all_users_group: {
      readonly label: string
      readonly help: string
    }
    readonly enable_guest_user_indicator: {
      readonly label: string
      readonly help: string
    }
    readonly enable_guest_user_dm_warning: {
      readonly label: string
      readonly help: string
    }
    readonly enable_mcp: {
      readonly label: string
      readonly help: string
    }
    readonly enable_mcp_registration: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_bots_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_write_only_bots_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_add_custom_emoji_group: {
      readonly label: string
      readonly help: string
    }
    readonly authentication_methods: {
      readonly label: string
      readonly help: string
    }
    readonly second_factor_required: {
      readonly label: string
      readonly help: string
    }
    readonly owner_full_content_access: {
      readonly label: string
      readonly help: string
    }
    readonly can_start_calls_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_restrict_members_group: {
      readonly label: string
      readonly help: string
    }
    readonly newcomer_held_messages: {
      readonly label: string
      readonly help: string
    }
    readonly newcomer_reports_to_hide: {
      readonly label: string
      readonly help: string
    }
    readonly public_moderation_log: {
      readonly label: string
      readonly help: string
    }
    readonly join_questions: {
      readonly label: string
      readonly help: string
    }
    readonly newcomer_links_per_message: {
      readonly label: string
      readonly help: string
    }
    readonly newcomer_files_allowed: {
      readonly label: string
      readonly help: string
    }
    readonly newcomer_mentions_per_message: {
      readonly label: string
      readonly help: string
    }
    readonly newcomer_topics_per_day: {
      readonly label: string
      readonly help: string
    }
    readonly newcomer_messages_per_minute: {
      readonly label: string
      readonly help: string
    }
    readonly newcomer_direct_conversations_per_day: {
      readonly label: string
      readonly help: string
    }
    readonly can_manage_automations_group: {
      readonly label: string
      readonly help: string
    }
  }
}
