import type { ComponentChildren } from 'preact'
import type { Session } from '../../src/features/calls/calls/api.ts'
import { Avatar } from '../entities/avatar.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { nameOf } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { CallControl } from './call-control.tsx'
import { poorSessions } from './call-quality.ts'
import { links, received, sending } from './call-state.ts'
import { Picture } from './media-element.tsx'
import { openPerson } from './person-dialog.tsx'
import { speaking } from './speaking.ts'
import { isMutedHere } from './volumes.ts'

export function OtherTile({ session }: { session: Session }) {
  const { session_id, user_id, audio, video, hand_at } = session
  const state = links.value.get(session_id)
  const name = nameOf(user_id)
  const status =
    state === 'lost'
      ? c.lost(name)
      : state === 'interrupted'
        ? c.interrupted
        : state === 'connecting'
          ? c.connecting
          : poorSessions.value.includes(session_id)
            ? c.poorConnection
            : ''
  return (
    <Tile
      name={name}
      userId={user_id}
      picture={video ? received.value.get(session_id)?.get('camera') : undefined}
      isMuted={!audio}
      isMutedHere={isMutedHere(user_id)}
      hasHandUp={hand_at !== null}
      isSpeaking={speaking.value.includes(session_id)}
      isAway={state === 'interrupted' || state === 'lost'}
      status={status}
    >
      <div class="tile-more">
        <CallControl icon="more" label={c.optionsFor(name)} run={() => openPerson(session_id)} />
      </div>
    </Tile>
  )
}

export const OwnTile = ({ session }: { session: Session }) => (
  <Tile
    name={c.you}
    userId={session.user_id}
    picture={sending.value.get('camera')}
    isMirrored
    isMuted={!sending.value.has('microphone')}
    hasHandUp={session.hand_at !== null}
  />
)

interface TileProps {
  readonly name: string
  readonly userId: number
  readonly picture: MediaStreamTrack | undefined
  readonly isMirrored?: boolean
  readonly isMuted: boolean
  readonly isMutedHere?: boolean
  readonly hasHandUp: boolean
  readonly isSpeaking?: boolean
  /** Not connected now. */
  readonly isAway?: boolean
  readonly status?: string
  readonly children?: ComponentChildren
}

function Tile(props: TileProps) {
  const { name, userId, picture, isMirrored, isSpeaking, isAway, status, children } = props
  const classes = ['call-tile', isSpeaking ? 'speaking' : '', isAway ? 'away' : '']
  return (
    <figure class={classes.filter(Boolean).join(' ')}>
      {picture ? (
        <Picture track={picture} mirrored={isMirrored === true} label={name} />
      ) : (
        <Avatar userId={userId} size={48} />
      )}
      <figcaption>
        <span class="name" dir="auto">
          {name}
        </span>
        {props.isMuted && <Sign icon="muted" label={c.muted} />}
        {props.isMutedHere && <Sign icon="soundOff" label={c.mutedForYou} />}
        {props.hasHandUp && <Sign icon="hand" label={c.handRaised} />}
        {status && <span class="call-status">{status}</span>}
      </figcaption>
      {children}
    </figure>
  )
}

const Sign = ({ icon, label }: { icon: IconName; label: string }) => (
  <span role="img" aria-label={label} title={label}>
    <Icon name={icon} />
  </span>
)
