import './calls.css'
import { FacePair } from '../entities/face.tsx'
import { conversationOf } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { callIn } from '../store/calls.ts'
import { nameOf, ownId } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { isJoining, ownCall } from './call-state.ts'
import { openDevices } from './device-dialog.tsx'
import { join } from './own-call.ts'

/** Under the heading of a conversation with a call that this tab isn't in. */
export function JoinBar() {
  const conversation = narrow.value && conversationOf(narrow.value)
  const call = conversation && callIn(conversation)
  if (!call || ownCall.value?.callId === call.call_id) return null
  const userIds = call.sessions.map(({ user_id }) => user_id)
  return (
    <div class="join-call">
      <Icon name="headset" size={18} />
      <FacePair userIds={userIds.slice(0, 2)} />
      <span class="who" dir="auto">
        {c.inCall(userIds.map((id) => (id === ownId.value ? c.you : nameOf(id))))}
      </span>
      <span class="join-buttons">
        <button
          type="button"
          class="button primary"
          disabled={isJoining.value}
          onClick={() => void join(call.call_id, { video: false })}
        >
          {isJoining.value ? c.joining : c.join}
        </button>
        <button
          type="button"
          class="button"
          disabled={isJoining.value}
          onClick={() => void join(call.call_id, { video: true })}
        >
          {c.joinWithVideo}
        </button>
        <IconButton label={c.devices} run={openDevices}>
          <Icon name="gear" />
        </IconButton>
      </span>
    </div>
  )
}
