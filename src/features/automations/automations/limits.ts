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
