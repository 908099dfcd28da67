import { event } from '#contract'

/** Sent to administrators; clients fetch the rules again. */
export const moderationRulesChanged = event('moderation_rules', null, {})
