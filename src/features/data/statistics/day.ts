import { dayMs } from '#contract'

/** A UTC day, in days since 1970. */
export const dayOf = (time: Date): number => Math.floor(time.getTime() / dayMs)

/** `2026-11-22`. */
export const dayName = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
