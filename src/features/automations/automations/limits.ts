export const maxSteps = 10
export const maxConditions = 5
/** In characters. */
export const maxStepTextLength = 4_000
export const maxDescriptionLength = 500
/** A direct message has up to this many recipients. */
export const maxStepRecipients = 20
/** 90 days. */
export const maxWaitMinutes = 90 * 24 * 60
/** How often a reminder is repeated until its topic is resolved. */
export const maxReminders = 100
/** How many runs of an automation can wait at the same time. */
export const maxWaitingRuns = 1_000
/** A placeholder, in characters. */
export const maxFieldLength = 220
/** Of the value that a condition compares with, in characters. */
export const maxComparedLength = 200
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
/** What organization administrators can raise an automation's own limit to. */
export const maxRaisedRunsPerHour = 600
/** Inserted user text is truncated to this length, including escapes. */
export const maxInsertedLength = 3_000
/** Placeholders aren't filled in after this many inserted characters. Messages are shorter. */
export const maxFilledLength = 20_000
/** How many of a resolved topic's newest messages are searched for one from a human. */
export const maxMessagesChecked = 100
/** JSON posted to a webhook, in characters. */
export const maxWebhookLength = 64 * 1_024
/** The answer to a call, in bytes. */
export const maxCallAnswerBytes = 64 * 1_024
/** The secret that deliveries to a webhook are signed with, in characters. */
export const maxWebhookSecretLength = 200
/** How deep runs can trigger each other, by changing memberships. */
export const maxRunDepth = 3
/** Larger batches of joins, such as imports, don't trigger runs. */
export const maxJoinsAtOnce = 20
/** How many people of such batches are stored for each automation, for managers to start. */
export const maxSkippedPeople = 500
export const skippedPeopleKeptDays = 7
export const maxFormFields = 10
export const maxFieldNameLength = 40
export const maxFieldLabelLength = 100
export const maxMenuOptions = 50
/** A form, as JSON in characters, so that it fits in a message together with the IDs of the people who can answer. */
export const maxFormLength = 9_000
/** Answers in one line, in characters. */
export const maxLineAnswerLength = 300
/** Answers with several lines, in characters. */
export const maxAnswerLength = 2_000
/** How many members of a group can be asked. */
export const maxAskedMembers = 100
/** The list of a group's answers in a message, in characters. */
export const maxAnswerListLength = 6_000
