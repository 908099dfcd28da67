import { event, int } from '#contract'

/** Sent to moderators; clients fetch the applications again. */
export const applicationAdded = event('application', 'add', { application_id: int })
/** A moderator asked the applicant a question, or the applicant answered. */
export const applicationUpdated = event('application', 'update', { application_id: int })
/** The application was approved, declined, replaced, or expired. */
export const applicationRemoved = event('application', 'remove', { application_id: int })
