import { rateLimitHit, type UserId } from '#contract'
import type { Tx } from '#platform/db'

interface Rate {
  readonly count: number
  readonly minutes: number
}

type Recent = (tx: Tx, userId: UserId, since: Date, limit: number) => Promise<{ at: Date }[]>

interface Acting {
  readonly tx: Tx
  readonly now: Date
  readonly viewer: { readonly id: UserId }
}

interface Counting {
  readonly more?: number
  readonly tooMany?: (waitSecs: number) => Error
}

/** Throws with the time to wait if `more` would exceed the viewer's rate. `recent` lists what counts, newest first. */
export async function checkRate(
  { tx, viewer, now }: Acting,
  recent: Recent,
  rate: Rate,
  { more = 1, tooMany = rateLimitHit }: Counting = {},
): Promise<void> {
  const windowMs = rate.minutes * 60_000
  const counted = await recent(tx, viewer.id, new Date(now.getTime() - windowMs), rate.count)
  const excess = counted.length + more - rate.count
  if (excess <= 0) return
  const freed = counted.at(-Math.min(excess, counted.length))?.at ?? now
  throw tooMany(Math.max(1, Math.ceil((freed.getTime() + windowMs - now.getTime()) / 1_000)))
}
