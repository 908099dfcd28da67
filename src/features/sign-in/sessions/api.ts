import { apiError, bool, endpoint, event, id, int, z } from '#contract'

/** Also for another user's session. */
export const noSuchSession = apiError(404, 'BAD_REQUEST', 'Session does not exist')

/** A signed-in browser. Times in UNIX seconds. */
export const BrowserSession = z.object({
  id: int,
  date_created: int,
  /** Accurate to about an hour. */
  last_seen: int,
  user_agent: z.string(),
  address: z.string(),
})
export type BrowserSession = z.infer<typeof BrowserSession>

export const getSessions = endpoint('GET /sessions', {
  summary: 'Get your sessions, newest first',
  scope: 'never',
  caller: 'human',
  result: { sessions: z.array(BrowserSession.extend({ is_current: bool })) },
})

export const endSession = endpoint('DELETE /sessions/{session_id}', {
  summary: 'Sign out of a session',
  scope: 'never',
  caller: 'human',
  params: { session_id: id },
  errors: [noSuchSession],
})

export const endSessions = endpoint('DELETE /sessions', {
  summary: 'Sign out of all other sessions, or with `include_current` of all sessions',
  scope: 'never',
  caller: 'human',
  params: { include_current: bool.default(false) },
  result: { count: int },
})

/** Sent only to the user. */
export const sessionStarted = event('session', 'add', { session: BrowserSession })
export const sessionEnded = event('session', 'remove', { session_id: id })
