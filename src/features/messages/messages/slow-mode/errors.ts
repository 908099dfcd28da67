import { apiError } from '#contract'

/** Not a 429, which some libraries retry on their own. `retry_at` is in UNIX seconds; `time` is the same as text. */
export const slowMode = apiError(400, 'SLOW_MODE', 'Slow mode is on here. You can post again at {time}.')
export const slowModeMoves = apiError(
  400,
  'BAD_REQUEST',
  'Slow mode is on there. You can only move one message at a time.',
)
