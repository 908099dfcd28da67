import { dayMs } from '#contract'

/** Available durations. */
export const lockdownHours = [1, 8, 24] as const
/** Minimum interval between a user's messages in a public channel, in seconds. */
export const lockdownSlowSecs = 30
/** During a lockdown, people who joined this long before it or later count as new members. */
export const newAccountMs = dayMs
