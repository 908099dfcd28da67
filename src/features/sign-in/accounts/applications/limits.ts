import { dayMs } from '#contract'

/** Maximum number of open applications per organization. */
export const maxApplications = 500
export const maxAnswerLength = 1_000
/** Length of the message in an email that declines an application. */
export const maxMessageLength = 1_000
/** Number of questions that moderators can ask an applicant, one after the other. */
export const maxFollowUps = 3
export const maxFollowUpLength = 1_000
/** Maximum number of open applications from one network, so that it can't take up all places. */
export const maxFromNetwork = 25
/** Undecided applications are deleted after this time. */
export const applicationLifeMs = 14 * dayMs
/** Minimum time between two notices for moderators. */
export const minNoticeIntervalMs = 60 * 60_000
