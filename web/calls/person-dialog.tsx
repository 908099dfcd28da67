import { openDialog } from '../parts/dialog.tsx'
import { canModerateCall } from '../permissions/call-rights.ts'
import { nameOf } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { mutePerson, removePerson } from './call-requests.ts'
import { liveCall, otherSessions } from './call-state.ts'
import { isMutedHere, keepVolume, volumeOf } from './volumes.ts'

/** On iOS, pages can't change how loud something is. */
const canSetVolume = (): boolean => {
  const element = document.createElement('audio')
  element.volume = 0.5
  return element.volume === 0.5
}

/** How loud a person is here, and what moderators can do. */
export function openPerson(sessionId: string): void {
  const session = otherSessions.peek().find(({ session_id }) => session_id === sessionId)
  if (!session) return
  const name = nameOf(session.user_id)
  void openDialog({ title: name, class: 'call-person' }, (close) => (
    <Person sessionId={sessionId} userId={session.user_id} name={name} close={close} />
  ))
}

interface Props {
  readonly sessionId: string
  readonly userId: number
  readonly name: string
  readonly close: () => void
}

function Person({ sessionId, userId, name, close }: Props) {
  const call = liveCall.value
  const session = otherSessions.value.find(({ session_id }) => session_id === sessionId)
  const isModerated = call !== undefined && canModerateCall(call) && session !== undefined
  return (
    <div class="dialog-body">
      {canSetVolume() && (
        <label class="call-field">
          {c.volume}
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={Math.round(volumeOf(userId) * 100)}
            onInput={({ currentTarget }) => keepVolume(userId, { volume: Number(currentTarget.value) / 100 })}
          />
        </label>
      )}
      <label class="call-check">
        <input
          type="checkbox"
          checked={isMutedHere(userId)}
          onChange={({ currentTarget }) => keepVolume(userId, { isMuted: currentTarget.checked })}
        />
        {c.muteForYou}
      </label>
      {isModerated && (
        <div class="dialog-buttons">
          {session.audio && (
            <button type="button" class="button" onClick={() => void mutePerson(sessionId)}>
              {c.mutePerson(name)}
            </button>
          )}
          <button
            type="button"
            class="button"
            onClick={() => {
              close()
              void removePerson(sessionId)
            }}
          >
            {c.removePerson(name)}
          </button>
        </div>
      )}
    </div>
  )
}
