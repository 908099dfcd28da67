import {
  aliased,
  apiError,
  bool,
  ChannelIdOut,
  endpoint,
  event,
  int,
  MessageIdOut,
  maxWrittenLength,
  text,
  UserIdOut,
  z,
} from '#contract'
import { channelArchived, invalidChannelId } from '../../../channels/channels/errors.ts'
import { maxWrittenTopicLength } from '../../../channels/channels/limits.ts'
import { restrictedErrors } from '../../../people/restrictions/errors.ts'
import { DetachedUpload } from '../../attachments/api.ts'
import { cannotEditYet, cannotHold } from '../held-messages/errors.ts'
import { ruleErrors } from '../moderation-rules/errors.ts'
import { newcomerEditErrors } from '../newcomer-limits/errors.ts'
import { slowMode, slowModeMoves } from '../slow-mode/errors.ts'
import { lockedErrors } from '../topic-locks/errors.ts'
import { messageFlags } from '../wire.ts'
import { invalidMessages } from './flags.ts'
import {
  cannotPost,
  cannotStartTopic,
  channelWildcardRefused,
  groupMentionRefused,
  topicWildcardRefused,
} from './send.ts'

const refusal = (message: string) => apiError(400, 'BAD_REQUEST', message)

export const editingTurnedOff = refusal('Your organization has turned off message editing')
export const cannotEdit = refusal("You don't have permission to edit this message")
export const editTooLate = refusal('The time limit for editing this message has past')
export const widgetNotEditable = refusal("Polls, to-do lists, and forms can't be edited.")
export const nothingToChange = refusal('Nothing to change')
export const contentAndChannel = refusal("You can't change a message's content and channel at the same time.")
export const directWithoutTopic = refusal('Direct messages cannot have topics.')
export const directWithoutChannel = refusal('Direct messages cannot be moved to channels.')
export const nothingToPropagate = refusal(
  'Invalid propagate_mode: only the topic and the channel apply to more messages',
)
export const emptyTopicResolved = refusal("Messages without a topic can't be marked as resolved.")
export const cannotMove = refusal('You do not have permission to move this message.')
export const cannotMoveChannel = refusal('You do not have permission to move messages out of this channel.')
export const cannotResolve = refusal('You do not have permission to resolve topics in this channel.')
export const contentChanged = apiError(
  400,
  'EXPECTATION_MISMATCH',
  'The message has been edited since its content was fetched.',
)
/** Has `first_message_id_allowed_to_move`, `total_messages_in_topic`, and `total_messages_allowed_to_move`. */
export const moveTooLate = apiError(
  400,
  'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
  'You only have permission to move the {total_messages_allowed_to_move}/{total_messages_in_topic} most recent messages in this topic.',
)

/** For a move in several steps; messages moved in earlier steps stay moved. */
export const movedConcurrently = refusal('Someone else just moved this message. Try again.')

export const propagateMode = z.enum(['change_one', 'change_later', 'change_all'])
export type PropagateMode = z.infer<typeof propagateMode>

export const updateMessage = endpoint('PATCH /messages/{message_id}', {
  summary: 'Edit a message, or move messages to another topic or channel',
  inChannels: true,
  params: {
    message_id: int.brand<'message'>(),
    topic: aliased(text({ max: maxWrittenTopicLength }), 'subject').optional(),
    propagate_mode: propagateMode.default('change_one'),
    send_notification_to_old_thread: bool.default(false),
    send_notification_to_new_thread: bool.default(true),
    content: text({ max: maxWrittenLength }).optional(),
    prev_content_sha256: text({ max: 100 }).optional(),
    stream_id: int.brand<'channel'>().optional(),
  },
  result: { detached_uploads: z.array(DetachedUpload) },
  errors: [
    ...restrictedErrors,
    ...lockedErrors,
    ...newcomerEditErrors,
    ...ruleErrors,
    cannotEditYet,
    cannotHold,
    slowMode,
    slowModeMoves,
    invalidMessages,
    editingTurnedOff,
    cannotEdit,
    editTooLate,
    widgetNotEditable,
    groupMentionRefused,
    contentChanged,
    nothingToChange,
    nothingToPropagate,
    contentAndChannel,
    directWithoutTopic,
    directWithoutChannel,
    invalidChannelId,
    channelArchived,
    cannotMove,
    cannotMoveChannel,
    cannotResolve,
    emptyTopicResolved,
    moveTooLate,
    movedConcurrently,
    cannotPost,
    cannotStartTopic,
    channelWildcardRefused,
    topicWildcardRefused,
  ],
})

export const historyTurnedOff = refusal('Message edit history is disabled in this organization.')

/** The message after each change; the `prev_` fields are present only where it changed. */
export const Snapshot = z.object({
  timestamp: int,
  user_id: int.nullable(),
  topic: z.string(),
  prev_topic: z.string().optional(),
  stream: int.optional(),
  prev_stream: int.optional(),
  content: z.string(),
  rendered_content: z.string(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  content_html_diff: z.string().optional(),
  /** The name, at that time, of the access token with which a program made the change or sent the message. */
  agent: z.string().optional(),
})
export type Snapshot = z.infer<typeof Snapshot>

/** Oldest first, starting with the message as sent. */
export const getMessageHistory = endpoint('GET /messages/{message_id}/history', {
  summary: "Get a message's edit history",
  inChannels: true,
  params: { message_id: int.brand<'message'>(), allow_empty_topic_name: bool.default(false) },
  result: { message_history: z.array(Snapshot) },
  errors: [invalidMessages, historyTurnedOff],
})

/**
 * `flags` are the receiver's own, for the message `message_id`. `message_ids`, ascending, all come from `stream_id` and
 * `orig_subject`, and are now in `new_stream_id` and `subject` where these are present.
 */
export const messageUpdated = event('update_message', null, {
  user_id: UserIdOut.nullable(),
  rendering_only: bool,
  message_id: MessageIdOut,
  message_ids: z.array(MessageIdOut),
  flags: z.array(z.enum(messageFlags)).optional(),
  edit_timestamp: int,
  stream_name: z.string().optional(),
  stream_id: ChannelIdOut.optional(),
  new_stream_id: ChannelIdOut.optional(),
  propagate_mode: propagateMode.optional(),
  orig_subject: z.string().optional(),
  subject: z.string().optional(),
  topic_links: z.array(z.object({ text: z.string(), url: z.string() })).optional(),
  orig_content: z.string().optional(),
  orig_rendered_content: z.string().optional(),
  content: z.string().optional(),
  rendered_content: z.string().optional(),
  is_me_message: bool.optional(),
})
