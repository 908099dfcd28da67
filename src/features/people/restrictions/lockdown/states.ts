import { event, state } from '#contract'
import { Lockdown } from './wire.ts'

/** Sent to everyone; null when it ends. */
export const lockdownChanged = event('lockdown', null, { lockdown: Lockdown.nullable() })

/** Null if there is none. Clients ignore an expired one. */
export const lockdownState = state('lockdown', Lockdown.nullable()).on(
  lockdownChanged,
  (_before, event) => event.lockdown,
)
