import { event, state, UserIdOut, z } from '#contract'
import { OwnHeldMessage } from './wire.ts'

/** To the author: all that are waiting. */
export const ownHeldMessagesChanged = event('own_held_messages', null, { held_messages: z.array(OwnHeldMessage) })
/** To moderators, so that clients reload the list. */
export const heldMessageChanged = event('held_message', null, { user_id: UserIdOut })

/** The user's messages that are waiting for a moderator, oldest first. */
export const ownHeldMessages = state('own_held_messages', z.array(OwnHeldMessage)).on(
  ownHeldMessagesChanged,
  (_before, event) => event.held_messages,
)
