import { bool, int, text, z } from '#contract'
import { gifRatingPolicyOptions, videoChatProviders } from '../register-constants.ts'
import { channelOrNone, noChannel, value } from './declaration.ts'

const day = 86_400
/** `null` means no limit; the word `unlimited` is accepted, too. */
const limitSeconds = z.int().positive().nullable()
const limitSecondsInput = z.union([limitSeconds, z.literal('unlimited').transform(() => null)])
const limit = (initial: number, doc: string) => value(limitSeconds, initial, doc, { input: limitSecondsInput })

const forever = -1
const retentionDays = int.refine((days) => days === forever || days > 0, 'must be positive')

const idOf = <Id extends number>(options: Record<string, { readonly id: Id }>) =>
  z.literal(Object.values(options).map(({ id }) => id))

export const messageSettings = {
  allow_message_editing: value(bool, true, 'Whether people can edit their own messages.'),
  message_content_edit_limit_seconds: limit(600, 'Time limit in seconds for editing messages.'),
  message_content_delete_limit_seconds: limit(600, 'Time limit in seconds for deleting messages.'),
  move_messages_within_stream_limit_seconds: limit(
    7 * day,
    'Time limit in seconds for moving messages between topics; moderators are exempt.',
  ),
  move_messages_between_streams_limit_seconds: limit(
    7 * day,
    'Time limit in seconds for moving messages between channels; moderators are exempt.',
  ),
  message_edit_history_visibility_policy: value(
    z.enum(['all', 'moves', 'none']),
    'all',
    'Message edit history visibility: everything, only moves, or nothing.',
  ),
  message_retention_days: value(retentionDays, forever, 'Message retention period in days, or -1 for forever.', {
    input: z.union([
      z.int().positive(),
      z.literal(forever),
      z.literal('unlimited').transform((): number => forever),
      z.null().transform((): number => forever),
    ]),
    change: 'owner',
  }),
  topics_policy: value(
    z.enum(['allow_empty_topic', 'disable_empty_topic']),
    'allow_empty_topic',
    'Default policy for the empty topic in channels.',
  ),
  enable_read_receipts: value(bool, true, 'Whether people can see who has read a message.'),
  inline_image_preview: value(bool, true, 'Whether messages show previews of linked images.'),
  inline_url_embed_preview: value(bool, false, 'Whether messages show previews of linked web pages.'),
  media_preview_size: value(z.literal([100, 150, 200]), 100, 'Size of previews of images and videos in messages.'),
  default_code_block_language: value(text({ max: 60 }), '', 'Default language for code blocks, or empty.'),
  gif_rating_policy: value(idOf(gifRatingPolicyOptions), gifRatingPolicyOptions.g.id, 'Maximum rating of GIFs, by ID.'),
  video_chat_provider: value(idOf(videoChatProviders), videoChatProviders.jitsi_meet.id, 'Video call provider, by ID.'),
  jitsi_server_url: value(
    z
      .url({ protocol: /^https?$/ })
      .max(200)
      .nullable(),
    null,
    "Address of the organization's own Jitsi server; null uses the server's.",
    {
      input: z.union([
        z.literal(['', 'default']).transform(() => null),
        z
          .url({ protocol: /^https?$/, error: 'is not a web address' })
          .max(200)
          .nullable(),
      ]),
    },
  ),
  moderation_request_channel_id: value(channelOrNone, noChannel, 'Private channel for reported messages, or -1.'),
  new_stream_announcements_stream_id: value(channelOrNone, noChannel, 'Channel for notices about new channels, or -1.'),
  signup_announcements_stream_id: value(channelOrNone, noChannel, 'Channel for notices about new users, or -1.'),
  zulip_update_announcements_stream_id: value(
    channelOrNone,
    noChannel,
    'Channel for notices about new features, or -1.',
  ),
  send_channel_events_messages: value(bool, true, "Whether changes to a channel's settings are posted in the channel."),
  message_content_allowed_in_email_notifications: value(
    bool,
    true,
    'Whether notification emails can include message content.',
  ),
  require_e2ee_push_notifications: value(
    bool,
    false,
    "Whether push notifications omit message content if they aren't end-to-end encrypted.",
  ),
  digest_emails_enabled: value(bool, false, 'Whether people who were away get a weekly digest by email.'),
  digest_weekday: value(z.literal([0, 1, 2, 3, 4, 5, 6]), 1, 'Day of the digest, from 0 (Monday) to 6 (Sunday).'),
}
