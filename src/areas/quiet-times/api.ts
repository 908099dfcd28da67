import { endpoint, int, z } from '#contract'
import { pauseInThePast, pauseTooLong } from './errors.ts'
import { QuietSpans, QuietTime } from './wire.ts'

export * from './states.ts'

export const getQuietTime = endpoint('GET /quiet_time', {
  summary: 'When the caller wants to hear of nothing, and until when it is quiet now',
  caller: 'human',
  result: {
    quiet_time: QuietTime,
    /** UNIX seconds; null: it is not quiet now. */
    quiet_until: int.nullable(),
    /** Of the hours; empty: UTC. */
    timezone: z.string(),
  },
})

export const pauseNotifications = endpoint('POST /quiet_time/pause', {
  summary: 'Hold all notifications back until a time, in UNIX seconds',
  caller: 'human',
  params: { until: z.int().nonnegative() },
  errors: [pauseInThePast, pauseTooLong],
})

/** Also a quiet time by hours: they count again when they next begin. The same again changes nothing. */
export const endQuietTime = endpoint('POST /quiet_time/end', {
  summary: 'End the pause or the quiet hours of now, and hear of what came meanwhile',
  caller: 'human',
})

export const setQuietHours = endpoint('PUT /quiet_time/hours', {
  summary: 'Hold all notifications back at some hours of some weekdays, in the time zone of the caller',
  caller: 'human',
  params: { hours: QuietSpans },
})

export const dismissQuietDigest = endpoint('DELETE /quiet_digest', {
  summary: 'Forget what came in the last quiet time: the person has seen it',
  caller: 'human',
})
