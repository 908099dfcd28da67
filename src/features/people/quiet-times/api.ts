import { endpoint, int, z } from '#contract'
import { pauseInThePast, pauseTooLong } from './errors.ts'
import { QuietSpans, QuietTime } from './wire.ts'

export * from './states.ts'

export const getQuietTime = endpoint('GET /quiet_time', {
  summary: 'Get your Do not disturb schedule and state',
  caller: 'human',
  result: {
    quiet_time: QuietTime,
    /** UNIX seconds; null if notifications aren't paused now. */
    quiet_until: int.nullable(),
    /** For the hours; empty means UTC. */
    timezone: z.string(),
  },
})

export const pauseNotifications = endpoint('POST /quiet_time/pause', {
  summary: 'Pause notifications until a time (UNIX seconds)',
  caller: 'human',
  params: { until: z.int().nonnegative() },
  errors: [pauseInThePast, pauseTooLong],
})

/** Also ends scheduled hours until they next begin. Repeating it changes nothing. */
export const endQuietTime = endpoint('POST /quiet_time/end', {
  summary: 'Resume notifications and get a summary of what came in',
  caller: 'human',
})

export const setQuietHours = endpoint('PUT /quiet_time/hours', {
  summary: 'Set your Do not disturb schedule, in your own time zone',
  caller: 'human',
  params: { hours: QuietSpans },
})

export const dismissQuietDigest = endpoint('DELETE /quiet_digest', {
  summary: 'Dismiss the summary of the last Do not disturb period',
  caller: 'human',
})
