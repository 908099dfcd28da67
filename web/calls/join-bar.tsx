import './calls.css'
import { conversationOf } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { callIn } from '../store/calls.ts'
import { c } from '../texts/calls.ts'
import { isJoining, ownCall } from './call-state.ts'
import { openDevices } from './device-dialog.tsx'
import { join } from './own-call.ts'
import { PeopleInCall } from './people-in-call.tsx'

/** Under the heading of a conversation with a call that this tab isn't in. */
export function JoinBar() {
  const conversation = narrow.value && conversationOf(narrow.value)
  const call = conversation && callIn(conversation)
  if (!call || ownCall.value?.callId === call.call_id) return null
  return (
    <div class="join-call">
      <Icon name="headset" size={18} />
      <PeopleInCall call={call} />
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
