import { apiError, bool, endpoint, int, list, MessageIdOut, text, z } from '#contract'
import { invalidChannelId } from '../../../channels/channels/errors.ts'
import { maxMessageIds, maxMessagesPerFetch } from '../limits.ts'
import { badNarrow, narrowParameter } from '../narrow/terms.ts'
import { MatchedFile, Message } from '../wire.ts'
import { invalidMessages } from './flags.ts'

export const tooManyMessages = apiError(
  400,
  'BAD_REQUEST',
  `Too many messages requested (maximum ${maxMessagesPerFetch}).`,
)
export const incompatibleParameters = apiError(400, 'BAD_REQUEST', 'Unsupported parameter combination: {parameters}')

/** The `anchor` when there's no message: greater than every ID. Existing clients compare with exactly this number. */
export const beyondNewest = 10_000_000_000_000_000

const apply_markdown = bool.default(true)
const allow_empty_topic_name = bool.default(false)
const anchorId = z.number()

/**
 * `near_words`: if a search finds nothing, also try words that are spelled similarly or contain the search words. The
 * result then has `near_words`: for each `word` of the search the others found in its messages, in lower case and
 * without accents. Clients get these messages only if they ask for them.
 *
 * `anchor` is an ID, `newest`, `oldest`, or `first_unread`; it can also be `date`, with the time in `anchor_date`.
 *
 * `sort_by` = `relevance`, for narrows with a search: the `num_before` (at most 100) most relevant messages, the most
 * relevant first, without an `anchor`. The newest 1,000 matches are compared; `found_oldest` is true if all are returned.
 */
export const getMessages = endpoint('GET /messages', {
  summary: 'Get messages',
  inChannels: true,
  caller: 'spectator',
  params: {
    anchor: text({ max: 100 }).optional(),
    anchor_date: text({ max: 100 }).optional(),
    include_anchor: bool.optional(),
    num_before: int.nonnegative().optional(),
    num_after: int.nonnegative().optional(),
    narrow: narrowParameter,
    client_gravatar: bool.default(true),
    apply_markdown,
    message_ids: list(int.brand<'message'>(), { max: maxMessageIds }).optional(),
    allow_empty_topic_name,
    use_first_unread_anchor: bool.optional(),
    near_words: bool.default(false),
    sort_by: z.enum(['time', 'relevance']).default('time'),
  },
  result: {
    messages: z.array(Message),
    anchor: anchorId.optional(),
    found_anchor: bool,
    found_newest: bool,
    found_oldest: bool,
    history_limited: bool,
    near_words: z.array(z.object({ word: z.string(), near: z.array(z.string()) })).optional(),
  },
  errors: [badNarrow, tooManyMessages, incompatibleParameters],
})

/** `raw_content` is the Markdown source. */
export const getMessage = endpoint('GET /messages/{message_id}', {
  summary: 'Get a message',
  inChannels: true,
  caller: 'spectator',
  params: {
    message_id: int.brand<'message'>(),
    apply_markdown,
    allow_empty_topic_name,
    client_gravatar: bool.default(true),
  },
  result: { message: Message, raw_content: z.string() },
  errors: [invalidMessages],
})

export const matchesNarrow = endpoint('GET /messages/matches_narrow', {
  summary: 'Check which messages match a narrow',
  inChannels: true,
  params: { msg_ids: list(int.brand<'message'>(), { max: maxMessageIds }), narrow: narrowParameter },
  result: {
    messages: z.record(
      z.string(),
      z.object({ match_content: z.string(), match_subject: z.string(), match_files: z.array(MatchedFile).optional() }),
    ),
  },
  errors: [badNarrow, tooManyMessages],
})

/** Newest first; `max_id` is the topic's newest message. */
export const getChannelTopics = endpoint('GET /users/me/{stream_id}/topics', {
  summary: 'Get the topics of a channel',
  inChannels: true,
  caller: 'spectator',
  params: { stream_id: int.brand<'channel'>(), allow_empty_topic_name },
  result: { topics: z.array(z.object({ name: z.string(), max_id: MessageIdOut })) },
  errors: [invalidChannelId],
})
