import {
  aliased,
  apiError,
  asEither,
  bool,
  endpoint,
  event,
  int,
  list,
  MessageIdOut,
  maxLookupLength,
  maxMessageLength,
  maxRecipients,
  maxWrittenLength,
  text,
  z,
} from '#contract'
import { noSuchChannelId, noSuchChannelName } from '../../../channels/channels/errors.ts'
import { maxWrittenTopicLength } from '../../../channels/channels/limits.ts'
import { restrictedErrors } from '../../../people/restrictions/errors.ts'
import { heldErrors } from '../held-messages/errors.ts'
import { ruleErrors } from '../moderation-rules/errors.ts'
import { newcomerErrors } from '../newcomer-limits/errors.ts'
import { slowMode } from '../slow-mode/errors.ts'
import { lockedErrors } from '../topic-locks/errors.ts'
import { Message, type MessageFacts } from '../wire.ts'

export const badWidget = apiError(
  400,
  'BAD_REQUEST',
  "'widget_content' must be the JSON of a widget: its 'widget_type' is poll, todo, zform or interactive.",
)
export const interactiveOnlyByBots = apiError(400, 'BAD_REQUEST', 'Only bots can send interactive messages.')
export const messageType = z.enum(['direct', 'private', 'channel', 'stream'])

export const cannotPost = apiError(400, 'BAD_REQUEST', "Not authorized to send to channel '{name}'")
export const cannotStartTopic = apiError(
  400,
  'BAD_REQUEST',
  'You do not have permission to create topics in this channel.',
)
export const cannotSendDirectly = apiError(
  400,
  'BAD_REQUEST',
  'You do not have permission to send direct messages to these people.',
)
export const cannotStartDirectly = apiError(
  400,
  'BAD_REQUEST',
  'You do not have permission to initiate direct message conversations.',
)
export const recipientDeactivated = apiError(400, 'BAD_REQUEST', "'{email}' is no longer using this organization.")
export const channelWildcardRefused = apiError(
  400,
  'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  'You do not have permission to use channel wildcard mentions in this channel.',
)
export const topicWildcardRefused = apiError(
  400,
  'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  'You do not have permission to use topic wildcard mentions in this topic.',
)

/** A channel by ID or name, or users by IDs or email addresses: one, several, or comma-separated. */
export const recipients = asEither(
  z.union([
    int,
    text({ max: maxWrittenLength }),
    list(int, { max: maxRecipients }),
    list(text({ max: maxLookupLength }), { max: maxRecipients }),
  ]),
)

/** Errors for posting in a topic, whatever the text. */
export const postingErrors = [noSuchChannelId, cannotPost, cannotStartTopic, ...restrictedErrors, ...lockedErrors]

/** Names the first group in the text that its author can't mention. */
export const groupMentionRefused = apiError(400, 'BAD_REQUEST', "You are not allowed to mention user group '{name}'.")

/** `direct` and `channel` have the older names `private` and `stream`; recipients by ID, name, or email address. */
export const sendMessage = endpoint('POST /messages', {
  summary: 'Send a message',
  inChannels: true,
  sends: true,
  params: {
    type: messageType,
    // only a bot with a default channel can leave it out
    to: recipients.optional(),
    topic: aliased(text({ max: maxWrittenTopicLength }), 'subject').optional(),
    content: text({ max: maxWrittenLength }),
    queue_id: text({ max: 100 }).optional(),
    local_id: text({ max: 100 }).optional(),
    read_by_sender: bool.optional(),
    widget_content: text({ max: maxMessageLength }).optional(),
    /** Unique per user: sending it again within seven days returns the first message's ID and sends nothing. */
    idempotency_key: text({ min: 1, max: 100 }).optional(),
  },
  result: {
    id: MessageIdOut,
    automatic_new_visibility_policy: int.optional(),
    /** Absolute. With a repeated `idempotency_key`, absent if you can no longer see the message. */
    message_url: z.string().optional(),
    /** Markdown that links to the message: `[#channel > topic @ 💬](message_url)`, or the URL of a direct message. */
    message_link: z.string().optional(),
  },
  errors: [
    ...postingErrors,
    noSuchChannelName,
    cannotSendDirectly,
    cannotStartDirectly,
    recipientDeactivated,
    groupMentionRefused,
    channelWildcardRefused,
    topicWildcardRefused,
    badWidget,
    interactiveOnlyByBots,
    slowMode,
    ...newcomerErrors,
    ...ruleErrors,
    ...heldErrors,
  ],
})

/** `flags` and, for the queue that sent it, `local_message_id` are next to the message. */
export const messageReceived = event('message', null, { message: Message.loose() }).keptAs<{ message: MessageFacts }>()
