import { bool, int, text, z } from '#contract'
import { gifRatingPolicyOptions, videoChatProviders } from '../register-constants.ts'
import { channelOrNone, noChannel, value } from './declaration.ts'

const day = 86_400
/** No limit: `null` when answered; the word `unlimited` is accepted as well. */
const limitSeconds = z.int().positive().nullable()
const limitSecondsInput = z.union([limitSeconds, z.literal('unlimited').transform(() => null)])
const limit = (initial: number, doc: string) => value(limitSeconds, initial, doc, { input: limitSecondsInput })

const forever = -1
const retentionDays = int.refine((days) => days === forever || days > 0, 'must be positive')

const idOf = <Id extends number>(options: Record<string, { readonly id: Id }>) =>
  z.literal(Object.values(options).map(({ id }) => id))

/** Writing, editing, moving, deleting and keeping messages. */
export const messageSettings = {
  allow_message_editing: value(bool, true, 'Whether people may edit messages of their own.'),
  message_content_edit_limit_seconds: limit(600, 'Age in seconds beyond which the content of a message is final.'),
  message_content_delete_limit_seconds: limit(600, 'Age in seconds beyond which people cannot delete a message.'),
  move_messages_within_stream_limit_seconds: limit(
    7 * day,
    'Age in seconds beyond which a message stays in its topic; moderators are exempt.',
  ),
  move_messages_between_streams_limit_seconds: limit(
    7 * day,
    'Age in seconds beyond which a message stays in its channel; moderators are exempt.',
  ),
  message_edit_history_visibility_policy: value(
    z.enum(['all', 'moves', 'none']),
    'all',
    'What the edit history of a message shows: everything, only moves, or nothing.',
  ),
  message_retention_days: value(retentionDays, forever, 'Days that messages are kept; -1 keeps them for ever.', {
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
    'Whether channel messages may have the empty topic, where the channel itself does not say.',
  ),
  enable_read_receipts: value(bool, true, 'Whether people can see who has read a message.'),
  inline_image_preview: value(bool, true, 'Whether messages show previews of the images they link to.'),
  inline_url_embed_preview: value(bool, false, 'Whether messages show previews of the web pages they link to.'),
  media_preview_size: value(z.literal([100, 150, 200]), 100, 'Size of previews of images and videos in messages.'),
  default_code_block_language: value(
    text({ max: 60 }),
    '',
    'Language that code blocks are highlighted in when they name none; empty for none.',
  ),
  gif_rating_policy: value(
    idOf(gifRatingPolicyOptions),
    gifRatingPolicyOptions.g.id,
    'The boldest GIFs that are offered, by id.',
  ),
  video_chat_provider: value(
    idOf(videoChatProviders),
    videoChatProviders.jitsi_meet.id,
    'The service of calls, by id.',
  ),
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
  moderation_request_channel_id: value(
    channelOrNone,
    noChannel,
    'Private channel that reported messages go to, or -1.',
  ),
  new_stream_announcements_stream_id: value(channelOrNone, noChannel, 'Channel that hears of new channels, or -1.'),
  signup_announcements_stream_id: value(channelOrNone, noChannel, 'Channel that hears of new users, or -1.'),
  zulip_update_announcements_stream_id: value(channelOrNone, noChannel, 'Channel that hears of new features, or -1.'),
  send_channel_events_messages: value(bool, true, "Whether changes of a channel's settings are posted in the channel."),
  message_content_allowed_in_email_notifications: value(
    bool,
    true,
    'Whether notification e-mails may contain what a message says.',
  ),
  require_e2ee_push_notifications: value(
    bool,
    false,
    'Whether the content of messages is left out of push notifications that are not encrypted end to end.',
  ),
  digest_emails_enabled: value(bool, false, 'Whether people who were away get a weekly digest by e-mail.'),
  digest_weekday: value(z.literal([0, 1, 2, 3, 4, 5, 6]), 1, 'Day of the digest, from 0 (Monday) to 6 (Sunday).'),
}
