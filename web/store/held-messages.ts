import type { OwnHeldMessage } from '../../src/features/messages/messages/held-messages/wire.ts'
import { part } from './connection.ts'

// an older server doesn't send it
const own = part<readonly OwnHeldMessage[] | undefined>('own_held_messages')

/** The user's messages in a channel that are waiting for a moderator. */
export const heldIn = (channelId: number): readonly OwnHeldMessage[] =>
  (own.value ?? []).filter(({ stream_id }) => stream_id === channelId)
