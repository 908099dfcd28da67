/** Messages that one request may name. */
export const maxMessageIds = 10_000
export const maxMessagesPerFetch = 5000
export const maxReportDescriptionLength = 1000

/** What a message's history keeps, of which the oldest changes go: of a text that a bot changes each minute, for instance. */
export const mostInHistory = { changes: 200, characters: 200_000 }
