import './calls.css'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { Icon } from '../parts/icon.tsx'
import { type CallCardProps, callWithId } from '../store/calls.ts'
import { c } from '../texts/calls.ts'
import { isJoining, ownCall } from './call-state.ts'
import { join } from './own-call.ts'
import { isFull } from './panel-size.ts'
import { PeopleInCall } from './people-in-call.tsx'

const isOf = (message: Message, callId: number) => callWithId(callId)?.message_id === message.id

/** In the place of a call's message: who's in it while it runs, and then what the server writes about it. */
export function CallCard({ message, callId, text }: CallCardProps) {
  const call = isOf(message, callId) ? callWithId(callId) : undefined
  if (!call)
    return (
      <div class="call-card">
        <Icon name="headset" size={20} />
        {text}
      </div>
    )
  const isHere = ownCall.value?.callId === callId
  return (
    <div class="call-card live" id={`c${message.id}`}>
      <Icon name="headset" size={20} />
      <PeopleInCall call={call} />
      {isHere ? (
        <button type="button" class="button" onClick={() => (isFull.value = true)}>
          {c.larger}
        </button>
      ) : (
        <button
          type="button"
          class="button primary"
          disabled={isJoining.value}
          onClick={() => void join(callId, { video: false })}
        >
          {isJoining.value ? c.joining : c.join}
        </button>
      )}
    </div>
  )
}
