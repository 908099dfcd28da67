import {
  apiError,
  bool,
  ChannelId,
  ChannelIdOut,
  endpoint,
  event,
  int,
  list,
  MessageIdOut,
  maxLookupLength,
  text,
  z,
} from '#contract'
import { invalidChannelId } from '../../../channels/channels/errors.ts'
import { maxMessageIds } from '../limits.ts'
import { badNarrow, narrowParameter } from '../narrow/terms.ts'
import { markFlags, messageFlags } from '../wire.ts'

/** Messages that don't exist and those the caller can't read give the same error. */
export const invalidMessages = apiError(400, 'BAD_REQUEST', 'Invalid message(s)')
export const flagNotEditable = apiError(400, 'BAD_REQUEST', "Flag not editable: '{flag}'")
export const noSuchFlag = apiError(400, 'BAD_REQUEST', "Invalid flag: '{flag}'")

export const flagOperation = z.enum(['add', 'remove'])
export type FlagOperation = z.infer<typeof flagOperation>

export const editableFlags = ['read', ...markFlags] as const
export type EditableFlag = (typeof editableFlags)[number]

const flagName = text({ max: 100 })
const ignored_because_not_subscribed_channels = z.array(ChannelIdOut).optional()

/**
 * `flag` is `read`, `starred`, `collapsed`, or `hide_link_previews`; with the last two, clients show less of the message to
 * this user.
 */
export const updateMessageFlags = endpoint('POST /messages/flags', {
  summary: 'Update personal flags for messages',
  inChannels: true,
  params: { messages: list(int.brand<'message'>(), { max: maxMessageIds }), op: flagOperation, flag: flagName },
  result: { messages: z.array(MessageIdOut), ignored_because_not_subscribed_channels },
  errors: [invalidMessages, flagNotEditable, noSuchFlag],
})

/** May process fewer than requested; `found_oldest` and `found_newest` say whether some are left. */
export const updateMessageFlagsForNarrow = endpoint('POST /messages/flags/narrow', {
  summary: 'Update personal flags for messages in a narrow',
  params: {
    anchor: text({ max: 100 }),
    include_anchor: bool.default(true),
    num_before: int.nonnegative(),
    num_after: int.nonnegative(),
    narrow: narrowParameter,
    op: flagOperation,
    flag: flagName,
  },
  result: {
    processed_count: int,
    updated_count: int,
    first_processed_id: MessageIdOut.nullable(),
    last_processed_id: MessageIdOut.nullable(),
    found_oldest: bool,
    found_newest: bool,
    ignored_because_not_subscribed_channels,
  },
  errors: [badNarrow, flagNotEditable, noSuchFlag],
})

export const markAllAsRead = endpoint('POST /mark_all_as_read', {
  summary: 'Mark all messages as read',
  deprecated: true,
  result: { complete: bool },
})

export const markChannelAsRead = endpoint('POST /mark_stream_as_read', {
  summary: 'Mark a channel as read',
  inChannels: true,
  deprecated: true,
  params: { stream_id: ChannelId },
  errors: [invalidChannelId],
})

export const markTopicAsRead = endpoint('POST /mark_topic_as_read', {
  summary: 'Mark a topic as read',
  inChannels: true,
  deprecated: true,
  params: { stream_id: ChannelId, topic_name: text({ max: maxLookupLength }) },
  errors: [invalidChannelId],
})

/** The place of a message that became unread, for clients that don't have it. */
export const MessageDetails = z.object({
  type: z.enum(['private', 'stream']),
  mentioned: bool.optional(),
  user_ids: z.array(int).optional(),
  stream_id: int.optional(),
  topic: z.string().optional(),
})
export type MessageDetails = z.infer<typeof MessageDetails>

const change = { flag: z.enum(messageFlags), messages: z.array(MessageIdOut), all: bool }

/** With `all`, every message has the flag and none is listed. */
export const flagsAdded = event('update_message_flags', 'add', { operation: z.literal('add'), ...change })
/** `message_details`, by message ID, comes with the flag `read`. */
export const flagsRemoved = event('update_message_flags', 'remove', {
  operation: z.literal('remove'),
  ...change,
  message_details: z.record(z.string(), MessageDetails).optional(),
})
