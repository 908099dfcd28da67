import { useSignal } from '@preact/signals'
import { nameOf } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { otherSessions, ownSession, received } from './call-state.ts'
import { Picture } from './media-element.tsx'
import { useSpotlight } from './spotlight.ts'
import { OtherTile, OwnTile } from './tile.tsx'

/** The screen that someone else shares. */
export function sharedScreen(): { readonly track: MediaStreamTrack; readonly name: string } | undefined {
  for (const { session_id, user_id, screen } of otherSessions.value) {
    const track = screen ? received.value.get(session_id)?.get('screen') : undefined
    if (track) return { track, name: nameOf(user_id) }
  }
  return undefined
}

/** Fits the shared screen, or shows its pixels one by one, to scroll. */
export function Stage() {
  const isActualSize = useSignal(false)
  const shared = sharedScreen()
  if (!shared) return null
  const { track, name } = shared
  return (
    <figure class={isActualSize.value ? 'call-stage actual' : 'call-stage'}>
      <div class="stage" tabIndex={isActualSize.value ? 0 : undefined}>
        <Picture track={track} label={c.screenOf(name)} />
      </div>
      <figcaption>
        <span dir="auto">{c.screenOf(name)}</span>
        <button
          type="button"
          class="plain"
          aria-pressed={isActualSize.value}
          onClick={() => (isActualSize.value = !isActualSize.value)}
        >
          {c.actualSize}
        </button>
      </figcaption>
    </figure>
  )
}

/** One picture of the call: the shared screen, or the person in the spotlight. */
export function Speaker() {
  const spotlit = useSpotlight()
  if (sharedScreen()) return <Stage />
  if (spotlit) return <OtherTile session={spotlit} />
  return ownSession.value ? <OwnTile session={ownSession.value} /> : null
}
