import { id, int, list, text, z } from '#contract'
import { maxQuietSpans } from './limits.ts'

/** A local time such as `09:30`. */
export const clock = text({ max: 5 }).refine(
  (value) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value),
  'must be a time such as 22:30',
)

/**
 * Quiet hours in the user's time zone: on each of the weekdays (1 is Monday, 7 Sunday) from `from` until the clock next
 * shows `to`, possibly on the next day; equal times mean a whole day.
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
  /** Notifications are paused until then; null or a past time if not. */
  paused_until: int.nullable(),
  /** Quiet hours that begin before then don't count, because the user ended them; null if all of them count. */
  ended_until: int.nullable(),
  hours: z.array(z.object({ weekdays: z.array(int), from: z.string(), to: z.string() })),
})
export type QuietTime = z.infer<typeof QuietTime>

export const digestKinds = ['direct_messages', 'mentions', 'followed_topics', 'channels'] as const
export type DigestKind = (typeof digestKinds)[number]

/**
 * Messages that arrived during a quiet time and were unread at its end: IDs, ascending, at most 500 per kind. Each
 * message is in one list. Times in UNIX seconds: of the first message, and of the end.
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
