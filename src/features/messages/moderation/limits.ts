import { dayMs } from '#contract'

export const maxNoteLength = 2_000
export const maxNotesPerPerson = 200
/** Reports of each kind in a person's file; `GET /message_reports` has all. */
export const maxReportsShown = 20
export const maxJoinedPage = 100
/** Deletions of a person's messages that stay listed. */
export const maxDeletionsKept = 50
/** Messages counted before a deletion. */
export const maxCounted = 10_000
export const undoMs = dayMs
export const maxWarningLength = 2_000
/** Warnings of a person that aren't acknowledged. */
export const maxPendingWarnings = 10
/** The oldest acknowledged ones are deleted first. */
export const maxWarningsKept = 200
/** Moderators can't ban accounts that are this old. */
export const bannableMs = 30 * dayMs
