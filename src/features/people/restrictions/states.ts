import { event, state, UserIdOut, z } from '#contract'
import { OwnRestriction } from './wire.ts'

/** To the restricted person: all that are in effect. */
export const ownRestrictionsChanged = event('own_restrictions', null, { restrictions: z.array(OwnRestriction) })
/** To people who can restrict members. */
export const restrictionChanged = event('restriction', null, { user_id: UserIdOut })

/** The user's restrictions that are in effect, for a bot also those of its owner. Clients ignore those that are over. */
export const ownRestrictions = state('own_restrictions', z.array(OwnRestriction)).on(
  ownRestrictionsChanged,
  (_before, event) => event.restrictions,
)
