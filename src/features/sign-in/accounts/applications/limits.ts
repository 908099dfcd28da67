import { dayMs } from '#contract'

/** Open applications of an organization. */
export const maxApplications = 500
export const maxAnswerLength = 1_000
/** Of the message to someone whose application is declined. */
export const maxMessageLength = 1_000
/** Undecided applications are deleted after this time. */
export const applicationLifeMs = 14 * dayMs
/** Minimum time between two notices for moderators. */
export const minNoticeIntervalMs = 60 * 60_000
