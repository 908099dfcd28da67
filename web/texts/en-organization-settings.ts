import type { ShownOrganizationSetting } from '../settings/api-only.ts'

/** The label and description of a setting. */
export interface SettingWords {
  readonly label: string
  readonly help: string
}

type Named = ShownOrganizationSetting | 'name' | 'description'

/** Organization settings, by API name. */
export const enOrganizationSettings = {
  name: { label: 'Name', help: 'Shown above the sidebar, in invitations, and in email subjects.' },
  description: {
    label: 'Description',
    help: 'Shown to people who sign in or are invited. Supports formatting and links.',
  },

  default_language: {
    label: 'Organization language',
    help: 'Used for invitations and automated messages. Everyone can choose their own language for everything else.',
  },
  new_stream_announcements_stream_id: {
    label: 'Announce new channels in',
    help: 'Posts a message when someone creates a public channel.',
  },
  signup_announcements_stream_id: {
    label: 'Announce new users in',
    help: 'Posts a message when someone joins.',
  },
  send_channel_events_messages: {
    label: 'Post channel changes in the channel',
    help: 'Posts a message when a channel’s name, description, or privacy changes.',
  },
  welcome_message_custom_text: {
    label: 'Custom welcome message',
    help: 'Added to the Welcome Bot’s first message to new users.',
  },
  message_content_allowed_in_email_notifications: {
    label: 'Include message content in emails',
    help: 'When off, emails only say that there are new messages and where.',
  },
  digest_emails_enabled: {
    label: 'Send weekly digest emails',
    help: 'Emails the most active conversations to people who’ve been away. Anyone can unsubscribe.',
  },
  digest_weekday: {
    label: 'Digest day',
    help: 'The day of the week when the digest is sent.',
  },

  topics_policy: {
    label: 'Messages without a topic',
    help: 'Whether channel messages can be sent without a topic. Channels can override this.',
  },
  video_chat_provider: {
    label: 'Call provider',
    help: 'The service used to start calls. Only services configured on this server are listed.',
  },
  jitsi_server_url: {
    label: 'Jitsi server URL',
    help: 'Leave empty to use the server’s default.',
  },

  enable_read_receipts: {
    label: 'Show read receipts',
    help: 'Lets people see who has read a message. Anyone can opt out in their personal settings.',
  },
  inline_image_preview: {
    label: 'Preview linked images',
    help: 'Shows linked images below the message. Images from other sites are loaded through this server.',
  },
  inline_url_embed_preview: {
    label: 'Preview linked pages',
    help: 'Shows the title and a short description of linked pages. Pages are fetched by this server.',
  },
  media_preview_size: {
    label: 'Image preview size',
    help: 'How large images and videos appear in messages.',
  },
  default_code_block_language: {
    label: 'Default language for code blocks',
    help: 'Code blocks without a language are highlighted as this one, such as python. If empty, they aren’t highlighted.',
  },
  presence_disabled: {
    label: 'Hide everyone’s online status',
    help: 'People can’t see who’s active or when someone was last active.',
  },
  default_avatar_source: {
    label: 'Default avatar',
    help: 'Gravatar receives a hash of each user’s email address. Patterns are generated on this server.',
  },
  message_retention_days: {
    label: 'Keep messages',
    help: 'Older messages and their files are permanently deleted. Channels can override this.',
  },
  moderation_request_channel_id: {
    label: 'Send reports to',
    help: 'The private channel where reported messages are posted. If none is selected, reporting is turned off.',
  },

  invite_required: {
    label: 'Require an invitation to join',
    help: 'When off, anyone with the link to this organization can create an account.',
  },
  can_invite_users_group: {
    label: 'Who can invite people by email',
    help: 'They can send invitations to any email address.',
  },
  create_multiuse_invite_group: {
    label: 'Who can create invite links',
    help: 'Anyone with an invite link can join until it expires.',
  },
  emails_restricted_to_domains: {
    label: 'Restrict email domains',
    help: 'New accounts need an email address at one of the domains below.',
  },
  disallow_disposable_email_addresses: {
    label: 'Block disposable email addresses',
    help: 'New accounts can’t use well-known disposable email services.',
  },
  waiting_period_threshold: {
    label: 'Days until someone is a full member',
    help: 'Some permissions can be limited to full members.',
  },

  can_create_public_channel_group: {
    label: 'Who can create public channels',
    help: 'Everyone except guests can find and join public channels.',
  },
  can_create_private_channel_group: {
    label: 'Who can create private channels',
    help: 'Only their members know that these channels exist.',
  },
  enable_spectator_access: {
    label: 'Allow web-public channels',
    help: 'Lets anyone on the web read channels that are made web-public, without an account.',
  },
  can_create_web_public_channel_group: {
    label: 'Who can create web-public channels',
    help: 'Anyone can read these channels without an account.',
  },
  can_add_subscribers_group: {
    label: 'Who can add people to channels',
    help: 'Applies to every channel they can see. Channels can allow more people.',
  },
  can_mention_many_users_group: {
    label: 'Who can notify everyone in large channels',
    help: 'Applies to @all and similar mentions in channels with more than 15 people.',
  },
  can_set_topics_policy_group: {
    label: 'Who can allow messages without a topic',
    help: 'In channels they administer, they can override the organization’s setting.',
  },
  can_set_delete_message_policy_group: {
    label: 'Who can set message deletion permissions',
    help: 'In channels they administer, they can let more people delete messages.',
  },

  can_create_groups: {
    label: 'Who can create groups',
    help: 'Groups can be mentioned and given permissions.',
  },
  can_manage_all_groups: {
    label: 'Who can manage all groups',
    help: 'They can change the name, members, and permissions of any group.',
  },

  direct_message_permission_group: {
    label: 'Who can authorize direct messages',
    help: 'Every direct message needs at least one of these people. Choose Nobody to turn direct messages off.',
  },
  direct_message_initiator_group: {
    label: 'Who can start direct messages',
    help: 'Everyone can still reply in existing conversations.',
  },

  allow_message_editing: {
    label: 'Allow message editing',
    help: 'Lets people edit the text of their own messages. Moving messages is set separately.',
  },
  message_content_edit_limit_seconds: {
    label: 'Time limit for editing messages',
    help: 'Counted from when the message was sent.',
  },
  message_edit_history_visibility_policy: {
    label: 'Message edit history',
    help: 'What everyone who can read a message can see of its earlier versions.',
  },

  can_move_messages_between_topics_group: {
    label: 'Who can move messages to another topic',
    help: 'Also controls renaming topics. Channels can allow more people.',
  },
  move_messages_within_stream_limit_seconds: {
    label: 'Time limit for moving between topics',
    help: 'Counted from when the message was sent. Doesn’t apply to moderators.',
  },
  can_move_messages_between_channels_group: {
    label: 'Who can move messages to another channel',
    help: 'They can only move messages to channels where they can post.',
  },
  move_messages_between_streams_limit_seconds: {
    label: 'Time limit for moving between channels',
    help: 'Counted from when the message was sent. Doesn’t apply to moderators.',
  },
  can_resolve_topics_group: {
    label: 'Who can resolve topics',
    help: 'They can also unresolve topics. Channels can allow more people.',
  },

  can_delete_any_message_group: {
    label: 'Who can delete any message',
    help: 'Includes other people’s messages, no matter how old.',
  },
  can_delete_own_message_group: {
    label: 'Who can delete their own messages',
    help: 'Includes messages sent by bots they own.',
  },
  message_content_delete_limit_seconds: {
    label: 'Time limit for deleting own messages',
    help: 'Counted from when the message was sent.',
  },

  require_unique_names: {
    label: 'Require unique names',
    help: 'New users and people who change their name can’t use a name that’s already taken.',
  },
  name_changes_disabled: { label: 'Prevent name changes', help: 'Only administrators can change names.' },
  email_changes_disabled: {
    label: 'Prevent email address changes',
    help: 'Only administrators can change email addresses.',
  },
  avatar_changes_disabled: {
    label: 'Prevent profile picture changes',
    help: 'Only administrators can change profile pictures.',
  },

  can_access_all_users_group: {
    label: 'Who can see all users',
    help: 'Other guests only see people they share a channel or conversation with.',
  },
  enable_guest_user_indicator: {
    label: 'Mark guests',
    help: 'Shows “guest” next to their names.',
  },
  enable_guest_user_dm_warning: {
    label: 'Warn before messaging guests',
    help: 'Shows a notice while you write a direct message to a guest.',
  },

  enable_mcp: {
    label: 'Allow AI assistants',
    help: 'Lets people connect AI assistants over MCP. Access tokens limit what each assistant can do.',
  },
  enable_mcp_registration: {
    label: 'Let any app request access',
    help: 'Users decide what each app can do. When off, only apps added by an administrator can ask.',
  },
  can_create_bots_group: { label: 'Who can create bots', help: 'Includes bots that can read messages.' },
  can_create_write_only_bots_group: {
    label: 'Who can create incoming webhook bots',
    help: 'These bots can only post. Anyone who can create bots can also create these.',
  },
  can_add_custom_emoji_group: { label: 'Who can add custom emoji', help: 'Everyone can use custom emoji.' },
  authentication_methods: {
    label: 'Sign-in methods',
    help: 'At least one method must stay on. People who are signed in stay signed in.',
  },
  second_factor_required: {
    label: 'Require two-factor authentication',
    help: 'People without it must set it up the next time they sign in with a password or email link.',
  },
  owner_full_content_access: {
    label: 'Let owners export private messages',
    help: 'Includes everyone’s private channels and direct messages, without their consent.',
  },
} as const satisfies Record<Named, SettingWords>
