import type { Call } from '../../src/features/calls/calls/api.ts'
import { moderatesCall, startsCalls } from '../../src/features/calls/calls/rules.ts'
import type { Conversation } from '../narrow/narrow.ts'
import { channel } from '../store/channels.ts'
import { ownId, person } from '../store/people.ts'
import { oneself, own } from './own-facts.ts'
import { lockOn } from './own-locks.ts'
import { restrictionOn } from './own-restrictions.ts'
import { canInChannel } from './rights.ts'
import { canPost } from './topic-rights.ts'

export function canStartCalls(conversation: Conversation): boolean {
  if (!startsCalls.allows(own()) || restrictionOn(conversation) || lockOn(conversation)) return false
  if (conversation.kind === 'direct')
    return conversation.userIds.some((id) => id !== ownId.value && person(id)?.is_bot === false)
  const one = channel(conversation.channelId)
  return one !== undefined && canPost(one)
}

/** Whether the user can remove and mute people, and end the call for everyone. */
export function canModerateCall({ started_by, channel_id }: Call): boolean {
  const one = channel_id === undefined ? undefined : channel(channel_id)
  return moderatesCall({
    role: oneself().role,
    isStarter: started_by === ownId.value,
    administersChannel: one !== undefined && canInChannel('administer', one),
  })
}
