import { apiError, type UserId } from '#contract'
import type { Organization } from '#platform/organization'

/** Each download can read gigabytes. */
export const ownDataADay = 5
const dayMs = 86_400_000

const ownDataTooOften = apiError(
  429,
  'RATE_LIMIT_HIT',
  'You can download your data up to {limit} times a day, one download at a time.',
  { limit: ownDataADay },
)

interface Downloads {
  begun: Date[]
  isRunning: boolean
}
/** Per process: a restart forgets them. */
const downloads = new WeakMap<Organization, Map<UserId, Downloads>>()

/** Counts a download; throws above the limits. Returns a function to call at its end. */
export function beginDownload(org: Organization, userId: UserId): () => void {
  const known = downloads.get(org) ?? new Map<UserId, Downloads>()
  downloads.set(org, known)
  const now = org.now()
  for (const [id, { begun, isRunning }] of known)
    if (!isRunning && begun.every((at) => now.getTime() - at.getTime() >= dayMs)) known.delete(id)
  const own = known.get(userId) ?? { begun: [], isRunning: false }
  own.begun = own.begun.filter((at) => now.getTime() - at.getTime() < dayMs)
  if (own.isRunning || own.begun.length >= ownDataADay) throw ownDataTooOften()
  own.begun.push(now)
  own.isRunning = true
  known.set(userId, own)
  return () => {
    own.isRunning = false
  }
}
