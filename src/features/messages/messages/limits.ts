/** Maximum number of messages in one request. */
export const maxMessageIds = 10_000
export const maxMessagesPerFetch = 5000
/** Search results by relevance: how many a client can get, and how many of the newest matches are compared. */
export const maxMostRelevant = 100
export const maxCompared = 1000
export const maxReportDescriptionLength = 1000

/** Limits of a message's edit history, whose oldest changes are dropped: a bot may edit a message every minute. */
export const maxInHistory = { changes: 200, characters: 200_000 }
