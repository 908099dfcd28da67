// Written by npm run generate from web/texts/en.arb.

declare module 'messages:userSettings' {
  export const messages: {
    readonly color_scheme: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly high_contrast_mode: {
      readonly label: string
      readonly help: string
    }
    readonly default_language: {
      readonly label: string
      readonly help: (languages: readonly string[]) => string
    }
    readonly twenty_four_hour_time: {
      readonly label: string
      readonly help: string
    }
    readonly web_font_size_px: {
      readonly label: string
      readonly help: string
      readonly unit: string
    }
    readonly web_line_height_percent: {
      readonly label: string
      readonly help: string
      readonly unit: string
    }
    readonly fluid_layout_width: {
      readonly label: string
      readonly help: string
    }
    readonly enter_sends: {
      readonly label: string
      readonly help: string
    }
    readonly enable_drafts_synchronization: {
      readonly label: string
      readonly help: string
    }
    readonly translate_emoticons: {
      readonly label: string
      readonly help: string
    }
    readonly display_emoji_reaction_users: {
      readonly label: string
      readonly help: string
    }
    readonly web_home_view: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly inbox: string
        readonly recent: string
        readonly all_messages: string
      }
    }
    readonly web_escape_navigates_to_home_view: {
      readonly label: string
      readonly help: string
    }
    readonly web_navigate_to_sent_message: {
      readonly label: string
      readonly help: string
    }
    readonly web_mark_read_on_scroll_policy: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly web_channel_default_view: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
      }
    }
    readonly resolved_topic_notice_auto_read_policy: {
      readonly label: string
      readonly choices: {
        readonly always: string
        readonly except_followed: string
        readonly never: string
      }
    }
    readonly user_list_style: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly web_animate_image_previews: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly always: string
        readonly on_hover: string
        readonly never: string
      }
    }
    readonly web_stream_unreads_count_display_policy: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly web_left_sidebar_unreads_count_summary: {
      readonly label: string
      readonly help: string
    }
    readonly web_left_sidebar_show_channel_folders: {
      readonly label: string
      readonly help: string
    }
    readonly web_inbox_show_channel_folders: {
      readonly label: string
      readonly help: string
    }
    readonly starred_message_counts: {
      readonly label: string
    }
    readonly receives_typing_notifications: {
      readonly label: string
    }
    readonly call_ringing: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly sound: string
        readonly silent: string
        readonly off: string
      }
    }
    readonly calls_relay_only: {
      readonly label: string
      readonly help: string
    }
    readonly demote_inactive_streams: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly web_suggest_update_timezone: {
      readonly label: string
      readonly help: string
    }
    readonly enable_desktop_notifications: {
      readonly label: string
    }
    readonly enable_sounds: {
      readonly label: string
    }
    readonly enable_offline_push_notifications: {
      readonly label: string
    }
    readonly enable_offline_email_notifications: {
      readonly label: string
    }
    readonly enable_followed_topic_desktop_notifications: {
      readonly label: string
    }
    readonly enable_followed_topic_audible_notifications: {
      readonly label: string
    }
    readonly enable_followed_topic_push_notifications: {
      readonly label: string
    }
    readonly enable_followed_topic_email_notifications: {
      readonly label: string
    }
    readonly enable_followed_topic_wildcard_mentions_notify: {
      readonly label: string
      readonly help: string
    }
    readonly enable_stream_desktop_notifications: {
      readonly label: string
    }
    readonly enable_stream_audible_notifications: {
      readonly label: string
    }
    readonly enable_stream_push_notifications: {
      readonly label: string
    }
    readonly enable_stream_email_notifications: {
      readonly label: string
    }
    readonly wildcard_mentions_notify: {
      readonly label: string
      readonly help: string
    }
    readonly notification_sound: {
      readonly label: string
    }
    readonly pm_content_in_desktop_notifications: {
      readonly label: string
    }
    readonly desktop_icon_count_display: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
      }
    }
    readonly enable_online_push_notifications: {
      readonly label: string
      readonly help: string
    }
    readonly email_notifications_batching_period_seconds: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly 120: string
        readonly 300: string
        readonly 600: string
        readonly 1800: string
        readonly 3600: string
        readonly 21600: string
        readonly 86400: string
        readonly 604800: string
      }
    }
    readonly message_content_in_email_notifications: {
      readonly label: string
      readonly help: string
    }
    readonly realm_name_in_email_notifications_policy: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly enable_digest_emails: {
      readonly label: string
      readonly help: string
    }
    readonly enable_daily_digest_emails: {
      readonly label: string
      readonly help: string
    }
    readonly enable_login_emails: {
      readonly label: string
    }
    readonly automatically_follow_topics_policy: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
      }
    }
    readonly automatically_follow_topics_where_mentioned: {
      readonly label: string
    }
    readonly automatically_unmute_topics_in_muted_streams_policy: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
      }
    }
    readonly presence_enabled: {
      readonly label: string
    }
    readonly send_private_typing_notifications: {
      readonly label: string
    }
    readonly send_stream_typing_notifications: {
      readonly label: string
    }
    readonly send_read_receipts: {
      readonly label: string
    }
    readonly allow_private_data_export: {
      readonly label: string
      readonly help: string
    }
    readonly email_address_visibility: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
        readonly 5: string
      }
    }
  }
}
