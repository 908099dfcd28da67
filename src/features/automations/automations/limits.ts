export const maxSteps = 10
/** In characters. */
export const maxStepTextLength = 4_000
export const maxDescriptionLength = 500
/** A direct message has up to this many recipients. */
export const maxStepRecipients = 20
export const maxRunsPerPage = 100
/** An automation is paused when this many runs in a row have failed. */
export const maxFailuresInRow = 5
export const runsKeptDays = 30
export const maxTriggerWords = 20
export const maxTriggerWordLength = 100
/**
 * Runs that people start in an hour. An automation that exceeds its own limit or the organization's is paused; causes of a
 * person who exceeds theirs start nothing.
 */
export const maxRunsPerHour = { automation: 60, person: 30, organization: 1_000 } as const
/** Longer texts of people are cut off where they're inserted; counted with escapes. */
export const maxInsertedLength = 3_000
/** When more people than this join at once, such as in an import, they start nothing. */
export const maxJoinsAtOnce = 20
