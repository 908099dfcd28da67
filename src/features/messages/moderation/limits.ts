import { dayMs } from '#contract'

/** Maximum page size of the list of recent members. */
export const maxNewcomersPage = 500
/** Maximum number of users in a bulk action. */
export const maxUsersPerAction = 100
/** How long the list stays available after a lockdown. */
export const listedAfterMs = 7 * dayMs
export const maxNoteLength = 2_000
export const maxNotesPerPerson = 200
/** Reports about a person, and by them, in their file. */
export const maxReportsShown = 20
export const maxJoinedPage = 100
/** Deletions listed in a person's file. */
export const maxDeletionsKept = 50
/** Messages counted for the dialog that starts a deletion. */
export const maxCounted = 10_000
export const undoMs = dayMs
export const maxWarningLength = 2_000
/** Unacknowledged warnings per person. */
export const maxPendingWarnings = 10
/** Warnings per person; the oldest acknowledged ones are deleted first. */
export const maxWarningsKept = 200
/** Moderators can only ban accounts younger than this. */
export const bannableMs = 30 * dayMs
/** Accounts in a moderation file that first signed in from the same network. */
export const maxSameNetworkShown = 20
