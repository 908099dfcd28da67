/** A count this many times above the baseline is a possible raid. */
const unusualFactor = 5
/** Lower counts are never a raid. */
const minCounts = { joins: 10, blocked: 20 } as const

/** Whether a ten-minute count could be a raid. */
export const isUnusual = (kind: keyof typeof minCounts, recent: number, baseline: number): boolean =>
  recent >= Math.max(minCounts[kind], unusualFactor * baseline)
