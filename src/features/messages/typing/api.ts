import {
  aliased,
  apiError,
  asEither,
  ChannelId,
  ChannelIdOut,
  endpoint,
  event,
  int,
  list,
  MessageId,
  MessageIdOut,
  maxLookupLength,
  maxRecipients,
  maxWrittenLength,
  text,
  UserIdOut,
  z,
} from '#contract'
import { maxWrittenTopicLength } from '../../channels/channels/limits.ts'
import { restrictedErrors } from '../../people/restrictions/errors.ts'
import { invalidMessages } from '../messages/api/flags.ts'
import { cannotPost, cannotSendDirectly } from '../messages/api/send.ts'

const op = z.enum(['start', 'stop'])

export const missingChannel = apiError(400, 'BAD_REQUEST', 'Missing channel ID')
export const missingTopic = apiError(400, 'BAD_REQUEST', 'Missing topic')
export const noRecipients = apiError(400, 'BAD_REQUEST', "Missing parameter: 'to' (recipient)")
export const typingTurnedOff = apiError(400, 'BAD_REQUEST', 'Typing notifications are turned off in your settings.')
export const notYourMessage = apiError(400, 'BAD_REQUEST', 'Only the sender can edit a message.')

const people = asEither(
  z.union([
    list(int, { max: maxRecipients }),
    list(text({ max: maxLookupLength }), { max: maxRecipients }),
    // compat: one client encodes the list twice
    text({ max: maxWrittenLength }).refine((written) => written.startsWith('['), 'expected a list'),
  ]),
)

/** `to` for people, by ID or email address; `stream_id` and `topic` for a channel. */
export const setTypingStatus = endpoint('POST /typing', {
  summary: 'Send a typing notification',
  params: {
    op,
    type: z.enum(['direct', 'private', 'stream', 'channel']).default('direct'),
    to: people.optional(),
    stream_id: ChannelId.optional(),
    topic: aliased(text({ max: maxWrittenTopicLength }), 'subject').optional(),
  },
  errors: [
    ...restrictedErrors,
    missingChannel,
    missingTopic,
    noRecipients,
    typingTurnedOff,
    cannotPost,
    cannotSendDirectly,
  ],
})

export const setEditTypingStatus = endpoint('POST /messages/{message_id}/typing', {
  summary: 'Send an editing notification',
  params: { message_id: MessageId, op },
  errors: [...restrictedErrors, invalidMessages, typingTurnedOff, notYourMessage],
})

/** Exactly these fields: one client rejects others. */
const Typist = z.object({ user_id: UserIdOut, email: z.string() })
const typing = {
  message_type: z.enum(['direct', 'stream']),
  sender: Typist,
  recipients: z.array(Typist).optional(),
  stream_id: ChannelIdOut.optional(),
  topic: z.string().optional(),
}
export const typingStarted = event('typing', 'start', typing)
export const typingStopped = event('typing', 'stop', typing)

const editing = {
  sender_id: UserIdOut,
  message_id: MessageIdOut,
  recipient: z.object({
    type: z.enum(['direct', 'channel']),
    user_ids: z.array(UserIdOut).optional(),
    channel_id: ChannelIdOut.optional(),
    topic: z.string().optional(),
  }),
}
export const editingStarted = event('typing_edit_message', 'start', editing)
export const editingStopped = event('typing_edit_message', 'stop', editing)
