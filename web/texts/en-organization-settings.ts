import type { ShownOrganizationSetting } from '../settings/api-only.ts'

/** What a setting is called, and what it does. */
export interface SettingWords {
  readonly label: string
  readonly help: string
}

type Named = ShownOrganizationSetting | 'name' | 'description'

/** Every setting of the organization, by its name on the wire. */
export const enOrganizationSettings = {
  name: { label: 'Name', help: 'Stands over the lists, in invitations and in the subjects of mails.' },
  description: {
    label: 'Description',
    help: 'Who you are and what you do here. Whoever signs in or is invited reads it; it may have formatting and links.',
  },

  default_language: {
    label: 'Language',
    help: 'The language of invitations and of what the server writes by itself. People choose their own for everything else.',
  },
  new_stream_announcements_stream_id: {
    label: 'New channels are announced in',
    help: 'A message is posted there when somebody makes a public channel.',
  },
  signup_announcements_stream_id: {
    label: 'New people are announced in',
    help: 'A message is posted there when somebody joins.',
  },
  send_channel_events_messages: {
    label: 'Changes of a channel are posted in it',
    help: 'A line in the channel says when its name, description or privacy has changed, and who changed it.',
  },
  welcome_message_custom_text: {
    label: 'Your words to newcomers',
    help: 'The welcome bot adds them to its first message to everybody who joins.',
  },
  message_content_allowed_in_email_notifications: {
    label: 'Mails may quote messages',
    help: 'Off, mails say only that something was written, and where: what people say stays on this server.',
  },
  digest_emails_enabled: {
    label: 'Weekly summary by mail',
    help: `Whoever has not been here for a while gets a mail with what was most discussed. Everybody can turn it off.`,
  },
  digest_weekday: {
    label: 'Day of the summary',
    help: `The summary is mailed on this day of the week.`,
  },

  topics_policy: {
    label: 'Messages without a topic',
    help: 'Whether messages in channels need a topic. Channels can decide otherwise.',
  },
  video_chat_provider: {
    label: 'Calls',
    help: 'The service behind the button for calls. Services that whoever runs the server has configured can be chosen.',
  },
  jitsi_server_url: {
    label: 'Your own Jitsi server',
    help: 'The address of the server that calls are held on. Empty: the one that this server names.',
  },

  enable_read_receipts: {
    label: 'People can see who has read a message',
    help: 'Everybody can leave themselves out of it in their own settings.',
  },
  inline_image_preview: {
    label: 'Pictures that are linked to are shown',
    help: 'Below the message, smaller. Pictures of other servers come through this one.',
  },
  inline_url_embed_preview: {
    label: 'Pages that are linked to are previewed',
    help: 'The title and a few words of the page below the message. The server fetches them.',
  },
  media_preview_size: {
    label: 'Image size in messages',
    help: 'How large images and videos are in messages before you open them.',
  },
  default_code_block_language: {
    label: 'Language of code',
    help: 'Code blocks without a language are highlighted as this one, such as python. If empty, they aren’t highlighted.',
  },
  presence_disabled: {
    label: 'Nobody sees who is here',
    help: 'Hides for everybody who is online, away, or when somebody was last here.',
  },
  default_avatar_source: {
    label: 'Who has no picture',
    help: 'Shows a pattern made on this server, or asks Gravatar, which then learns the hashed address of the person.',
  },
  message_retention_days: {
    label: 'Messages are kept',
    help: 'Older ones are deleted for good, files included. Channels can have a time of their own.',
  },
  moderation_request_channel_id: {
    label: 'Reports go to',
    help: 'The private channel where moderators hear of messages that somebody has reported. None: nobody can report.',
  },

  invite_required: {
    label: 'It takes an invitation to join',
    help: 'Off, anybody who finds the address can make an account.',
  },
  can_invite_users_group: {
    label: 'Who can invite by email',
    help: 'They send invitations to addresses that they know.',
  },
  create_multiuse_invite_group: {
    label: 'Who can make invitation links',
    help: 'Whoever has such a link can join until it runs out.',
  },
  emails_restricted_to_domains: {
    label: 'Only people of certain domains join',
    help: 'New accounts need an email address at one of the domains in the list “Domains”.',
  },
  disallow_disposable_email_addresses: {
    label: 'Throw-away addresses are refused',
    help: 'Nobody joins with an address of the well-known services that forget it after minutes.',
  },
  waiting_period_threshold: {
    label: 'Days until somebody is a full member',
    help: 'Permissions can be given to full members only: people who have been here for this many days.',
  },

  can_create_public_channel_group: {
    label: 'Who can make public channels',
    help: 'Everybody but guests can find and join them.',
  },
  can_create_private_channel_group: {
    label: 'Who can make private channels',
    help: 'Only those who were added know of them.',
  },
  enable_spectator_access: {
    label: 'Channels can be read without an account',
    help: 'Allows channels that anybody on the web may read. Channels become so one by one.',
  },
  can_create_web_public_channel_group: {
    label: 'Who can open channels to the web',
    help: 'They make channels that anybody may read without an account.',
  },
  can_add_subscribers_group: {
    label: 'Who can add others to channels',
    help: 'To any channel that they see. Channels can let further people do it.',
  },
  can_mention_many_users_group: {
    label: 'Who can call everybody in large channels',
    help: 'With @all and the like, where more than 15 people are in the channel.',
  },
  can_set_topics_policy_group: {
    label: 'Who can decide about messages without a topic',
    help: 'In channels that they administer, otherwise than the organization.',
  },
  can_set_delete_message_policy_group: {
    label: 'Who can decide who deletes messages',
    help: 'In channels that they administer, beyond what the organization allows.',
  },

  can_create_groups: {
    label: 'Who can make groups',
    help: 'Groups of people that can be mentioned and given permissions.',
  },
  can_manage_all_groups: {
    label: 'Who can administer every group',
    help: 'They change names, members and permissions of groups that others have made as well.',
  },

  direct_message_permission_group: {
    label: 'Who can permit direct messages',
    help: 'Of every conversation between people, at least one must be among these. Nobody: direct messages are off.',
  },
  direct_message_initiator_group: {
    label: 'Who can start a conversation',
    help: 'Everybody can answer in conversations that there are already.',
  },

  allow_message_editing: {
    label: 'People can edit what they wrote',
    help: 'The text of their own messages. Moving messages is another matter.',
  },
  message_content_edit_limit_seconds: {
    label: 'For how long texts can be edited',
    help: 'Counted from when the message was sent.',
  },
  message_edit_history_visibility_policy: {
    label: 'What the history of a message shows',
    help: 'To everybody who can read the message: what it said before and where it stood, only where it stood, or nothing.',
  },

  can_move_messages_between_topics_group: {
    label: 'Who can move messages to other topics',
    help: 'Within a channel; renaming a topic is moving its messages. Channels can let further people do it.',
  },
  move_messages_within_stream_limit_seconds: {
    label: 'For how long messages can move to other topics',
    help: 'Counted from when the message was sent. Moderators can always.',
  },
  can_move_messages_between_channels_group: {
    label: 'Who can move messages to other channels',
    help: 'To channels that they may write in.',
  },
  move_messages_between_streams_limit_seconds: {
    label: 'For how long messages can move to other channels',
    help: 'Counted from when the message was sent. Moderators can always.',
  },
  can_resolve_topics_group: {
    label: 'Who can mark topics as resolved',
    help: 'And open them again. Channels can let further people do it.',
  },

  can_delete_any_message_group: {
    label: 'Who can delete every message',
    help: 'Also those of others, whenever they were sent.',
  },
  can_delete_own_message_group: {
    label: 'Who can delete their own messages',
    help: 'Those of bots that they own as well.',
  },
  message_content_delete_limit_seconds: {
    label: 'For how long people can delete their own',
    help: 'Counted from when the message was sent.',
  },

  require_unique_names: {
    label: 'No two people have the same name',
    help: 'Whoever changes a name, or joins, has to choose one that nobody has.',
  },
  name_changes_disabled: { label: 'Names are fixed', help: 'Only administrators change the names of people.' },
  email_changes_disabled: {
    label: 'Email addresses are fixed',
    help: 'Only administrators change the addresses of people.',
  },
  avatar_changes_disabled: { label: 'Pictures are fixed', help: 'Only administrators change the pictures of people.' },

  can_access_all_users_group: {
    label: 'Who sees everybody',
    help: 'Guests outside of it see only the people whom they meet in channels and conversations.',
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
    label: 'Assistants can be connected',
    help: 'By the Model Context Protocol. Each acts for somebody, with an access token that says what it may.',
  },
  enable_mcp_registration: {
    label: 'Unknown programs can ask for access',
    help: 'Of people, who decide what it may do. Else only programs that an administrator has made known.',
  },
  can_create_bots_group: { label: 'Who can make bots', help: 'Bots of every kind, which can read and write.' },
  can_create_write_only_bots_group: {
    label: 'Who can make bots that only post',
    help: 'For incoming webhooks: they read nothing. Whoever can make every bot can make these too.',
  },
  can_add_custom_emoji_group: { label: 'Who can add emoji', help: 'Pictures with a name that everybody can use.' },
  authentication_methods: {
    label: 'Ways to sign in',
    help: 'At least one stays on. Who is signed in stays so.',
  },
  second_factor_required: {
    label: 'Who needs a second factor',
    help: 'Whoever has none is led to set one up at the next signing in with a password or a mailed link. Who signs in by another service shows there what it takes.',
  },
  owner_full_content_access: {
    label: 'Owners can export private messages',
    help: 'Of everybody, without asking them.',
  },
} as const satisfies Record<Named, SettingWords>
