import { apiError, bool, endpoint, event, int, maxLookupLength, state, text, UserIdOut, z } from '#contract'
import { noSuchUser } from '../users/errors.ts'

export const presenceHistoryLimitDays = 14

export const notForBots = apiError(400, 'BAD_REQUEST', 'Presence is not supported for bot users.')
export const neverSeen = apiError(400, 'BAD_REQUEST', 'No presence data for {user}')

const status = z.enum(['active', 'idle'])
/** By user ID, in UNIX seconds. */
const Modern = z.record(z.string(), z.object({ active_timestamp: int, idle_timestamp: int }))
const aggregated = z.object({ client: z.string(), status, timestamp: int })
/** compat: by API address, then by what was once the client's name. */
const Legacy = z.record(z.string(), z.object({ aggregated, website: aggregated.extend({ pushable: bool }) }))
const presences = z.union([Modern, Legacy])

export const updatePresence = endpoint('POST /users/me/presence', {
  summary: 'Update your presence and get that of others',
  params: {
    status,
    last_update_id: int.optional(),
    history_limit_days: int.nonnegative().default(presenceHistoryLimitDays),
    ping_only: bool.default(false),
    new_user_input: bool.default(false),
    slim_presence: bool.default(false),
  },
  result: { presence_last_update_id: int, server_timestamp: z.number().optional(), presences: presences.optional() },
  errors: [notForBots],
})

export const getUserPresence = endpoint('GET /users/{user_id_or_email}/presence', {
  summary: "Get a user's presence",
  params: { user_id_or_email: text({ max: maxLookupLength }) },
  result: {
    // compat: all of it in both the older and the newer form, as in level 497
    server_timestamp: z.number(),
    presence: z.object({
      active_timestamp: int,
      idle_timestamp: int,
      aggregated: z.object({ status, timestamp: int }),
      website: z.object({ status, timestamp: int }),
    }),
  },
  errors: [noSuchUser, notForBots, neverSeen],
})

export const getPresence = endpoint('GET /realm/presence', {
  summary: "Get everyone's presence",
  result: { server_timestamp: z.number(), presences: Legacy },
})

/** Never stored; its view converts `seen` for each client. */
export const presenceChanged = event('presence', null, {
  user_id: UserIdOut,
  email: z.string(),
  server_timestamp: z.number(),
  seen: z.object({ active_timestamp: int, idle_timestamp: int }),
})

export const presencesState = state('presences', presences as z.ZodType<Record<string, unknown>>, 'presence')
export const lastUpdateState = state('presence_last_update_id', int, 'presence')
export const serverTimestampState = state('server_timestamp', z.number(), 'presence')
