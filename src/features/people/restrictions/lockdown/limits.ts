import { dayMs } from '#contract'

/** How long a lockdown can be started for. */
export const lockdownHours = [1, 8, 24] as const
/** The least interval between two messages of a person in a public channel, in seconds. */
export const lockdownSlowSecs = 30
/** People who joined this long before a lockdown, or later, count as new members during it. */
export const suspectMs = dayMs
