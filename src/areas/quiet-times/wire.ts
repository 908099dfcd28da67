import { id, int, list, text, z } from '#contract'
import { maxQuietSpans } from './limits.ts'

const clock = text({ max: 5 }).refine(
  (value) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value),
  'must be a time such as 22:30',
)

/**
 * Quiet hours as they are shown on a clock in the person's time zone: on each of the weekdays (1 is Monday, 7 Sunday) from
 * a time until the next time that the clock shows `to`, which may be on the day after; the same times mean a whole day.
 */
export const QuietSpan = z.object({
  weekdays: list(z.int().min(1).max(7), { min: 1, max: 7 }),
  from: clock,
  to: clock,
})
export type QuietSpan = z.infer<typeof QuietSpan>
export const QuietSpans = list(QuietSpan, { max: maxQuietSpans })

/** Times in UNIX seconds. */
export const QuietTime = z.object({
  /** Notifications are paused until then; null, or a time that is over: they are not. */
  paused_until: int.nullable(),
  /** Quiet hours that begin before then do not count: the person has ended them. Null: all of them count. */
  ended_until: int.nullable(),
  hours: z.array(z.object({ weekdays: z.array(int), from: z.string(), to: z.string() })),
})
export type QuietTime = z.infer<typeof QuietTime>

/** Why somebody would have been told of a message. */
export const digestKinds = ['direct_messages', 'mentions', 'followed_topics', 'channels'] as const
export type DigestKind = (typeof digestKinds)[number]

/**
 * What came in a quiet time and was unread at its end: ids of messages, ascending, at most 500 of a kind. Each message is
 * in one list. Times in UNIX seconds: of the first of the messages, and of the end.
 */
export const QuietDigest = z.object({
  began: int,
  ended: int,
  direct_messages: z.array(id),
  mentions: z.array(id),
  followed_topics: z.array(id),
  channels: z.array(id),
})
export type QuietDigest = z.infer<typeof QuietDigest>
