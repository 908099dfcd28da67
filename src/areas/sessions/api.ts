import { apiError, bool, endpoint, event, id, int, z } from '#contract'

/** Also for one of somebody else. */
export const noSuchSession = apiError(404, 'BAD_REQUEST', 'Session does not exist')

/** A browser in which one is signed in. Times in UNIX seconds. */
export const BrowserSession = z.object({
  id: int,
  date_created: int,
  /** To the hour or so. */
  last_seen: int,
  /** What the browser said of itself when it signed in. */
  user_agent: z.string(),
  /** From where it signed in. */
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

/** To the person alone. */
export const sessionStarted = event('session', 'add', { session: BrowserSession })
export const sessionEnded = event('session', 'remove', { session_id: id })
