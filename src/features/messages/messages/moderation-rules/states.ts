import { event } from '#contract'

/** To administrators, so that clients reload the list. */
export const moderationRulesChanged = event('moderation_rules', null, {})
