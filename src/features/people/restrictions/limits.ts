import { dayMs } from '#contract'

export const minRestrictionSecs = 60
export const maxRestrictionSecs = (366 * dayMs) / 1_000
export const maxReasonLength = 500
export const maxNoteLength = 2_000
/** Maximum channels per restriction. */
export const maxRestrictedChannels = 100
/** Kept per person, with those that have ended; the oldest of these are deleted first. */
export const maxKeptPerPerson = 200
/** Maximum page size. */
export const maxListed = 200
