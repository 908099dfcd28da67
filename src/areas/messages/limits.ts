/** Messages that one request may name. */
export const maxMessageIds = 10_000
export const maxMessagesPerFetch = 5000
export const maxReportDescriptionLength = 1000
