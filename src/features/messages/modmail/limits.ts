export const maxModmailLength = 4_000
/** Messages by one person per hour. */
export const maxMessagesPerHour = 10
/** Messages of a person since the moderators last replied. */
export const maxUnanswered = 10
/** Conversations that one person can start per day. */
export const maxNewPerDay = 3
/** Open conversations of an organization. */
export const maxOpen = 1_000
/** Conversations of an organization; the oldest closed ones are deleted first. */
export const maxKept = 20_000
/** Messages by everyone per hour that are also posted in the channel for moderation requests; others are only listed. */
export const maxNoticesPerHour = 60
/** Messages of each conversation in the list. */
export const maxMessagesListed = 10
/** Maximum page size. */
export const maxPage = 100
