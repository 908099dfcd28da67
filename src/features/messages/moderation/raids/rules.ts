/** How many times the usual number in ten minutes is a possible raid. */
const times = 5
/** Fewer than these are never a raid. */
const least = { joins: 10, stopped: 20 } as const

/** Whether so many in ten minutes may be a raid. */
export const isMany = (kind: keyof typeof least, recent: number, usual: number): boolean =>
  recent >= Math.max(least[kind], times * usual)
