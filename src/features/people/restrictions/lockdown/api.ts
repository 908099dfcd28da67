import { endpoint, text, z } from '#contract'
import { cannotRestrict } from '../errors.ts'
import { maxReasonLength } from '../limits.ts'
import * as errors from './errors.ts'
import { lockdownHours } from './limits.ts'
import { Lockdown } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

const hours = z.literal(lockdownHours)
/** Shown to affected people. */
const reason = text({ trim: true, max: maxReasonLength })

/**
 * Pauses joining, limits new members to messaging moderators, and slows public channels to at least 30 seconds between
 * messages. Doesn't change settings. Expires automatically.
 */
export const startLockdown = endpoint('POST /lockdown', {
  summary: 'Start a lockdown (moderators only)',
  caller: 'member',
  audited: true,
  params: { hours, reason: reason.default('') },
  result: { lockdown: Lockdown },
  errors: [cannotRestrict, errors.alreadyLockedDown],
})

export const updateLockdown = endpoint('PATCH /lockdown', {
  summary: "Change the lockdown's end or reason (moderators only)",
  caller: 'member',
  audited: true,
  params: {
    /** From now. */
    hours: hours.optional(),
    reason: reason.optional(),
  },
  result: { lockdown: Lockdown },
  errors: [cannotRestrict, errors.notLockedDown, errors.nothingToChange],
})

export const endLockdown = endpoint('DELETE /lockdown', {
  summary: 'End the lockdown (moderators only)',
  caller: 'member',
  audited: true,
  errors: [cannotRestrict, errors.notLockedDown],
})
