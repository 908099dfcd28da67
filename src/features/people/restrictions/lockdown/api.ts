import { endpoint, text, z } from '#contract'
import { cannotRestrict } from '../errors.ts'
import { maxReasonLength } from '../limits.ts'
import * as errors from './errors.ts'
import { lockdownHours } from './limits.ts'
import { Lockdown } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

const hours = z.literal(lockdownHours)
/** Affected people see it. */
const reason = text({ trim: true, max: maxReasonLength })

/**
 * Joining is paused, new members are read-only except for messages to moderators, and public channels have slow mode of
 * at least 30 seconds. Settings stay as they are. It ends by itself.
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
  summary: 'Change when the lockdown ends, or its reason (moderators only)',
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
