import { dayMs } from '#contract'

/** A count this many times above the baseline is a possible raid. */
const unusualFactor = 5
/** Lower counts are never a raid. */
const minCounts = { joins: 10, blocked: 20 } as const

/** Whether a ten-minute count could be a raid. */
export const isUnusual = (kind: keyof typeof minCounts, recent: number, baseline: number): boolean =>
  recent >= Math.max(minCounts[kind], unusualFactor * baseline)

export const recentMs = 10 * 60_000

interface JoinedAccount {
  readonly joinedAt: Date
  readonly botType: number | null
}

/** Average joins per ten minutes over the last week, excluding the last ten minutes. Survives restarts. */
export function baselineJoins(accounts: Iterable<JoinedAccount>, nowMs: number): number {
  let joins = 0
  for (const { joinedAt, botType } of accounts) {
    const ageMs = nowMs - joinedAt.getTime()
    if (botType === null && ageMs > recentMs && ageMs < 7 * dayMs) joins++
  }
  return joins / ((7 * dayMs) / recentMs)
}
