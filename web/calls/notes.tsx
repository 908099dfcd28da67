import { nameOf } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { isCutOff, isGivenUp, isOwnPoor } from './call-quality.ts'
import { isHeld, isJoining, otherSessions, problems, sending } from './call-state.ts'
import { ProblemHelp } from './device-dialog.tsx'
import { isSoundBlocked, turnOnSound } from './media-element.tsx'
import { rejoinOwn } from './own-call.ts'
import { toggle, toggleScreen } from './own-tracks.ts'
import { pushesToTalk } from './push-to-talk.ts'

/** The only other person's network may be down, and not this side's. */
const lostText = () => c.lost(nameOf(otherSessions.value[0]?.user_id ?? 0))

/** What the user has to know or do. */
export function Notes() {
  const hasCamera = sending.value.has('camera')
  return (
    <>
      {isSoundBlocked.value && (
        <p class="call-note" role="alert">
          {c.soundBlocked}{' '}
          <button type="button" class="plain" onClick={() => void turnOnSound()}>
            {c.turnOnSound}
          </button>
        </p>
      )}
      {isCutOff.value || isGivenUp.value ? (
        <p class="call-note warning" role="status">
          {isGivenUp.value ? (isCutOff.value ? c.cutOff : lostText()) : c.interrupted}{' '}
          {isGivenUp.value && (
            <button type="button" class="plain" disabled={isJoining.value} onClick={() => void rejoinOwn()}>
              {c.rejoin}
            </button>
          )}
        </p>
      ) : (
        isOwnPoor.value && (
          <p class="call-note warning" role="status">
            {c.ownPoor}{' '}
            {hasCamera && (
              <button type="button" class="plain" onClick={() => void toggle('camera')}>
                {c.cameraOff}
              </button>
            )}
          </p>
        )
      )}
      {[...problems.value].map(([kind, problem]) => (
        <p class="call-note" role="status" key={kind}>
          {c.problems[kind][problem]} <ProblemHelp />
        </p>
      ))}
      {sending.value.has('screen') && (
        <p class="call-note">
          {c.sharing}{' '}
          <button type="button" class="plain" onClick={() => void toggleScreen()}>
            {c.stopSharing}
          </button>
        </p>
      )}
      {pushesToTalk.value && (isHeld.value || !sending.value.has('microphone')) && (
        <p class={isHeld.value ? 'call-note talking' : 'call-note'}>{isHeld.value ? c.talking : c.holdToTalk}</p>
      )}
    </>
  )
}
