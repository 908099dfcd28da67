import { dayMs } from '#contract'

/** A count this many times above the baseline is a possible raid. */
const unusualFactor = 5
/** Lower counts are never a raid. */
const minCounts = { joins: 10, blocked: 20 } as const

/** Whether a ten-minute count could be a raid. */
export const isUnusual = (kind: keyof typeof minCounts, recent: number, baseline: number): boolean =>
  recent >= Math.max(minCounts[kind], unusualFactor * baseline)

export const recentMs = 10 * 60_000

interface Joined {
  readonly joinedAt: Date
  readonly botType: number | null
}

/** Average joins in ten minutes over the last week, without the last ten minutes. Accounts tell, also after a restart. */
export function baselineJoins(accounts: Iterable<Joined>, nowMs: number): number {
  let week = 0
  for (const { joinedAt, botType } of accounts) {
    const ago = nowMs - joinedAt.getTime()
    if (botType === null && ago > recentMs && ago < 7 * dayMs) week++
  }
  return week / ((7 * dayMs) / recentMs)
}
