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
 * Limits for event-triggered runs. An automation that exceeds its own limit or the organization's is paused. Events by
 * people over their limit are ignored.
 */
export const maxRunsPerHour = { automation: 60, person: 30, organization: 1_000 } as const
/** Inserted user text is truncated to this length, including escapes. */
export const maxInsertedLength = 3_000
export const maxCommandLength = 32
export const maxCommandHintLength = 100
/** Length of the text after a slash command, in characters. */
export const maxCommandTextLength = 2_000
/** How many of a resolved topic's newest messages are searched for one by a human. */
export const maxMessagesChecked = 100
/** Larger batches of joins, such as imports, don't trigger runs. */
export const maxJoinsAtOnce = 20
