import { dayMs } from '#contract'

export const maxRules = 50
export const maxRuleNameLength = 60
export const maxRuleMessageLength = 500
export const maxRuleChannels = 100
/** Words, domains, or file extensions in a rule. */
export const maxRuleItems = 200
export const maxWordLength = 60
export const maxDomainLength = 253
export const maxExtensionLength = 20
export const maxMentions = 100
export const maxPlaces = 20
export const maxFloodMessages = 100
export const maxFloodSeconds = 3_600
/** A year. */
export const maxRestrictMinutes = 366 * 24 * 60
export const defaultRestrictMinutes = 24 * 60
/** How long someone's earlier messages count for `repeats`. */
export const repeatsMs = 10 * 60_000
/** How many of a person's newest messages `repeats` compares. */
export const maxCompared = 100
/** Only this many characters from the start of a text are compared. */
export const maxComparedLength = 1_000

/** `POST /moderation_rules/try` checks the newest messages of this period. */
export const triedMs = 30 * dayMs
export const maxTried = 10_000
/** It checks the profiles of this many people, the newest first. */
export const maxTriedPeople = 10_000
/** Maximum number of matches that it returns, of messages and of profiles. */
export const maxMatchesListed = 50
export const maxExcerptLength = 200
