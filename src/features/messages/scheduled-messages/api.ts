import {
  apiError,
  asEither,
  bool,
  endpoint,
  event,
  id,
  int,
  list,
  maxRecipients,
  maxWrittenLength,
  state,
  text,
  z,
} from '#contract'
import { noSuchChannelId } from '../../channels/channels/errors.ts'
import { maxWrittenTopicLength } from '../../channels/channels/limits.ts'
import { tooManyKept } from '../../people/organization/totals.ts'
import { restrictedErrors } from '../../people/restrictions/errors.ts'
import { invalidUserId } from '../../people/users/errors.ts'
import {
  cannotPost,
  cannotSendDirectly,
  cannotStartDirectly,
  cannotStartTopic,
  channelWildcardRefused,
  groupMentionRefused,
  messageType,
  recipientDeactivated,
  topicWildcardRefused,
} from '../messages/api/send.ts'
import { emptyTopicRefused, namedTopicRefused } from '../messages/errors.ts'
import { newcomerContentErrors } from '../messages/newcomer-limits/errors.ts'
import { lockedErrors } from '../messages/topic-locks/errors.ts'

/** The end of the year 9999. */
const latest = 253_402_300_799
/** UNIX seconds. */
export const deliveryTimestamp = z.int().nonnegative().max(latest, 'is too far in the future')

/** A channel ID, or user IDs with or without the sender. */
const to = asEither(z.union([int, list(int, { max: maxRecipients })]))
const content = text({ max: maxWrittenLength })
const topic = text({ max: maxWrittenTopicLength })

/**
 * Not sent yet, or `failed`. `to` is a channel ID, or user IDs without the sender, unless they're alone; `topic` is for
 * channels only.
 */
const ScheduledMessage = z.object({
  scheduled_message_id: int,
  type: z.enum(['stream', 'private']),
  to: z.union([int, z.array(int)]),
  topic: z.string().optional(),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: int,
  failed: bool,
})
export type ScheduledMessage = z.infer<typeof ScheduledMessage>

/** Also for another user's message, and a sent one. */
export const noSuchScheduledMessage = apiError(404, 'BAD_REQUEST', 'Scheduled message does not exist')
export const inThePast = apiError(400, 'BAD_REQUEST', 'The delivery time must be in the future.')
export const newTimeNeeded = apiError(400, 'BAD_REQUEST', "This message couldn't be sent. Choose a new delivery time.")
export const recipientNeeded = apiError(400, 'BAD_REQUEST', "A new type needs recipients: 'to' is missing.")

const refusals = [
  noSuchChannelId,
  invalidUserId,
  inThePast,
  cannotPost,
  cannotStartTopic,
  emptyTopicRefused,
  namedTopicRefused,
  cannotSendDirectly,
  cannotStartDirectly,
  recipientDeactivated,
  groupMentionRefused,
  channelWildcardRefused,
  topicWildcardRefused,
  ...restrictedErrors,
  ...lockedErrors,
  ...newcomerContentErrors,
]

export const getScheduledMessages = endpoint('GET /scheduled_messages', {
  summary: 'Get your unsent scheduled messages, by time',
  result: { scheduled_messages: z.array(ScheduledMessage) },
})

/** A channel message needs a topic, which may be empty. */
export const createScheduledMessage = endpoint('POST /scheduled_messages', {
  summary: 'Create a scheduled message',
  params: {
    type: messageType,
    to,
    content,
    topic: topic.optional(),
    scheduled_delivery_timestamp: deliveryTimestamp,
    read_by_sender: bool.optional(),
  },
  result: { scheduled_message_id: id },
  errors: [...refusals, tooManyKept],
})

/** A new `type` needs a new `to`, and a `topic` for channels; a failed message needs a new time. */
export const updateScheduledMessage = endpoint('PATCH /scheduled_messages/{scheduled_message_id}', {
  summary: 'Update a scheduled message',
  params: {
    scheduled_message_id: id,
    type: messageType.optional(),
    to: to.optional(),
    content: content.optional(),
    topic: topic.optional(),
    scheduled_delivery_timestamp: deliveryTimestamp.optional(),
  },
  errors: [noSuchScheduledMessage, newTimeNeeded, recipientNeeded, ...refusals],
})

export const deleteScheduledMessage = endpoint('DELETE /scheduled_messages/{scheduled_message_id}', {
  summary: 'Delete a scheduled message',
  params: { scheduled_message_id: id },
  errors: [noSuchScheduledMessage],
})

export const scheduledMessagesAdded = event('scheduled_messages', 'add', {
  scheduled_messages: z.array(ScheduledMessage),
})
export const scheduledMessageUpdated = event('scheduled_messages', 'update', { scheduled_message: ScheduledMessage })
export const scheduledMessageRemoved = event('scheduled_messages', 'remove', { scheduled_message_id: int })

const byTime = (a: ScheduledMessage, b: ScheduledMessage): number =>
  a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.scheduled_message_id - b.scheduled_message_id

/** Sorted by time. */
export const scheduledMessages = state('scheduled_messages', z.array(ScheduledMessage))
  .on(scheduledMessagesAdded, (list, { scheduled_messages }) => [...list, ...scheduled_messages].sort(byTime))
  .on(scheduledMessageUpdated, (list, { scheduled_message: one }) =>
    [...list.filter(({ scheduled_message_id }) => scheduled_message_id !== one.scheduled_message_id), one].sort(byTime),
  )
  .on(scheduledMessageRemoved, (list, { scheduled_message_id: gone }) =>
    list.filter(({ scheduled_message_id }) => scheduled_message_id !== gone),
  )
