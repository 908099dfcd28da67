import { event, int } from '#contract'

/** To moderators, who fetch the applications. */
export const applicationAdded = event('application', 'add', { application_id: int })
/** Approved, declined, replaced, or expired. */
export const applicationRemoved = event('application', 'remove', { application_id: int })
