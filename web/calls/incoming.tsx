import './calls.css'
import { useEffect } from 'preact/hooks'
import type { Call } from '../../src/features/calls/calls/api.ts'
import { composeField } from '../compose/target.ts'
import { Avatar } from '../entities/avatar.tsx'
import { placeName } from '../entities/place.tsx'
import { narrowOf } from '../narrow/narrow.ts'
import { goTo } from '../navigation/route.ts'
import { conversationOfCall, ringing, ringsWithSound } from '../store/calls.ts'
import { nameOf } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { decline } from './call-requests.ts'
import { ownCall } from './call-state.ts'
import { join } from './own-call.ts'
import { ringUntilStopped } from './ring-tone.ts'

/** Shown without taking the focus: the user may be typing. */
export function Incoming() {
  const call = ringing.value
  const isHere = call && ownCall.value?.callId === call.call_id
  if (!call || isHere) return null
  return (
    <section class="incoming-call" role="alertdialog" aria-label={c.incoming(nameOf(call.started_by))}>
      {ringsWithSound.value && <Ring key={call.call_id} />}
      <Avatar userId={call.started_by} size={48} />
      <div>
        <strong dir="auto">{c.incoming(nameOf(call.started_by))}</strong>
        {(call.user_ids?.length ?? 0) > 2 && <span dir="auto">{placeName(conversationOfCall(call))}</span>}
      </div>
      <div class="incoming-actions">
        <button type="button" class="button primary" onClick={() => void join(call.call_id, { video: false })}>
          {c.accept}
        </button>
        <button type="button" class="button" onClick={() => void join(call.call_id, { video: true })}>
          {c.acceptVideo}
        </button>
        <button type="button" class="button" onClick={() => void decline(call.call_id)}>
          {c.decline}
        </button>
        <button type="button" class="plain" onClick={() => void reply(call)}>
          {c.replyWithMessage}
        </button>
      </div>
    </section>
  )
}

function Ring() {
  useEffect(ringUntilStopped, [])
  return null
}

/** Declines, and puts the cursor where the user writes to the caller. */
async function reply(call: Call): Promise<void> {
  goTo({ view: 'narrow', narrow: narrowOf(conversationOfCall(call)) })
  await decline(call.call_id)
  composeField.peek()?.focus()
}
