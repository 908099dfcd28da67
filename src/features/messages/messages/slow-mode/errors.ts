import { apiError } from '#contract'

/** 400, because some libraries wait out a 429. `retry_at` is in UNIX seconds; `time` is the same time as a text. */
export const slowMode = apiError(400, 'SLOW_MODE', 'Slow mode is on here. You can post again at {time}.')
