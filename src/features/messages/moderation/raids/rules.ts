import { dayMs } from '#contract'

/** How many times the usual number in ten minutes is a possible raid. */
const times = 5
/** Fewer than these are never a raid. */
const least = { joins: 10, stopped: 20 } as const

/** Whether so many in ten minutes may be a raid. */
export const isMany = (kind: keyof typeof least, recent: number, usual: number): boolean =>
  recent >= Math.max(least[kind], times * usual)

export const recentMs = 10 * 60_000

interface Joined {
  readonly joinedAt: Date
  readonly botType: number | null
}

/** Accounts say how many people usually join in ten minutes, also after a restart. */
export function usualJoins(accounts: Iterable<Joined>, nowMs: number): number {
  let week = 0
  for (const { joinedAt, botType } of accounts) {
    const ago = nowMs - joinedAt.getTime()
    if (botType === null && ago > recentMs && ago < 7 * dayMs) week++
  }
  return week / ((7 * dayMs) / recentMs)
}
