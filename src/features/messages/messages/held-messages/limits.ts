/** Maximum held messages of a person and their bots. */
export const maxHeldPerPerson = 20
/** The same for an organization's email from people without an account. */
export const maxHeldFromOutside = 100
export const maxRejectReasonLength = 500
/** Minimum time between two notices for moderators. */
export const minNoticeIntervalMs = 10 * 60_000
/** Maximum page size. */
export const maxListed = 200
