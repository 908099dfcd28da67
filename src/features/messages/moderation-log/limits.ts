import { dayMs } from '#contract'

/** Entries are deleted after this time. */
export const keptMs = 90 * dayMs
/** Entries of an organization; the oldest are deleted first. */
export const maxKept = 1_000
/** Maximum page size. */
export const maxPage = maxKept
