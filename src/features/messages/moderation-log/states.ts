import { event } from '#contract'

/** Sent to members when the log changed; clients that show it fetch it again. */
export const moderationLogChanged = event('moderation_log', null, {})
