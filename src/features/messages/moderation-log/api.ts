import { bool, endpoint, id, int, z } from '#contract'
import * as errors from './errors.ts'
import { maxPage } from './limits.ts'
import { ModerationLogEntry } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

/**
 * What moderators did since the organization setting `public_moderation_log` was turned on, in the last 90 days. Moderators
 * aren't named.
 */
export const getModerationLog = endpoint('GET /moderation_log', {
  summary: 'Get the moderation log',
  caller: 'member',
  params: {
    /** For paging: only entries older than this ID. */
    before: id.optional(),
    limit: int.min(1).max(maxPage).default(50),
  },
  result: {
    /** Newest first. */
    entries: z.array(ModerationLogEntry),
    has_more: bool,
  },
  errors: [errors.logTurnedOff],
})
