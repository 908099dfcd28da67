import { apiError, asEither, badEventQueueId, bool, endpoint, int, json, list, text, z } from '#contract'
import { capabilities } from '../../people/users/input.ts'

export const idleQueueTimeoutSecs = 600
export const maxIdleQueueTimeoutSecs = 7 * 86_400

const maxWords = 500
const word = text({ max: 100 })
/** A queue's narrow is evaluated for every event. */
const maxTerms = 100
const eventTypes = list(word, { max: maxWords })
const queue_id = text({ max: 100 })

/** For parameters that need an account. */
export const notForSpectators = apiError(400, 'BAD_REQUEST', "Invalid '{name}' parameter for anonymous request")

/** Creates a queue and returns the state that its events continue. */
export const registerQueue = endpoint('POST /register', {
  summary: 'Register an event queue and get the initial state; without an account, only the web-public state',
  scope: 'read',
  caller: 'spectator',
  holdsState: true,
  large: true,
  errors: [notForSpectators],
  params: {
    event_types: eventTypes.optional(),
    fetch_event_types: eventTypes.optional(),
    apply_markdown: bool.default(false),
    // defaults to true, or to false without an account
    client_gravatar: bool.optional(),
    slim_presence: bool.default(false),
    include_subscribers: asEither(z.union([bool, z.enum(['true', 'false', 'partial'])])).default(false),
    all_public_streams: bool.optional(),
    presence_history_limit_days: int.nonnegative().default(14),
    client_capabilities: capabilities,
    narrow: list(json({ maxEncoded: 1_000 }), { max: maxTerms }).default([]),
    idle_queue_timeout: asEither(z.union([int.positive(), z.literal('mobile')])).optional(),
    queue_lifespan_secs: int.nonnegative().optional(),
  },
  result: {
    queue_id: z.string().nullable(),
    last_event_id: int,
    idle_queue_timeout_secs: int.optional(),
    service_version: z.string(),
    service_feature_level: int,
    service_merge_base: z.string(),
    // compat: the names by which clients know them
    zulip_version: z.string(),
    zulip_feature_level: int,
    zulip_merge_base: z.string(),
  },
})

export const getEvents = endpoint('GET /events', {
  summary: 'Get events from an event queue',
  waits: true,
  params: { queue_id, last_event_id: int.optional(), dont_block: bool.default(false) },
  result: { events: z.array(z.looseObject({ id: int, type: z.string() })), queue_id: z.string() },
  errors: [badEventQueueId],
})

/** Each event is a frame with its `id` and, as `data`, the same JSON as in the result of `GET /events`. */
export const streamEvents = endpoint('GET /events/stream', {
  summary: 'Get events from an event queue as they come, as server-sent events',
  waits: true,
  streams: true,
  params: { queue_id, last_event_id: int.optional() },
  errors: [badEventQueueId],
})

export const deleteQueue = endpoint('DELETE /events', {
  summary: 'Delete an event queue',
  scope: 'read',
  params: { queue_id },
  errors: [badEventQueueId],
})
