import type { Session } from '../../src/features/calls/calls/api.ts'
import { otherSessions, received } from './call-state.ts'
import { Sound } from './media-element.tsx'
import { isMutedHere, volumeOf } from './volumes.ts'

/** What the user hears, whatever the panel shows. */
export const Sounds = () => (
  <>
    {otherSessions.value.map((session) => (
      <SoundOf key={session.session_id} session={session} />
    ))}
  </>
)

function SoundOf({ session: { session_id, user_id } }: { session: Session }) {
  const media = received.value.get(session_id)
  const tracks = [media?.get('microphone'), media?.get('screenAudio')].filter((one) => one !== undefined)
  return (
    <>
      {tracks.map((track) => (
        <Sound key={track.id} track={track} volume={volumeOf(user_id)} isMuted={isMutedHere(user_id)} />
      ))}
    </>
  )
}
