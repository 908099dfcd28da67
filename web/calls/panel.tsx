import './calls.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Session } from '../../src/features/calls/calls/api.ts'
import { Avatar } from '../entities/avatar.tsx'
import { placeName } from '../entities/place.tsx'
import { narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { addLayer } from '../parts/layers.ts'
import { canModerateCall } from '../permissions/call-rights.ts'
import { conversationOfCall } from '../store/calls.ts'
import { nameOf } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { Announcements } from './announcements.tsx'
import { isSoundBlocked, Picture, Sound, turnOnSound } from './media-element.tsx'
import {
  endForEveryone,
  leave,
  links,
  liveCall,
  mutePerson,
  otherSessions,
  ownSession,
  problems,
  received,
  removePerson,
  sending,
  toggle,
  toggleHand,
  toggleScreen,
} from './own-call.ts'
import { canShareScreen } from './own-media.ts'
import { followSpeaking, speaking } from './speaking.ts'

/** Floats over the view while this tab is in a call; the full view covers everything. */
export function Panel() {
  const isFull = useSignal(false)
  const call = liveCall.value
  useEffect(followSpeaking, [])
  useEffect(() => {
    if (!isFull.value) return
    const leaveFull = () => {
      isFull.value = false
    }
    // Back leaves the full view, and so does Escape
    const forget = addLayer(leaveFull)
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // before the shortcuts of the view that it covers
      event.preventDefault()
      event.stopPropagation()
      leaveFull()
    }
    addEventListener('keydown', pressed, { capture: true })
    return () => {
      removeEventListener('keydown', pressed, { capture: true })
      forget()
    }
  }, [isFull.value])
  if (!call) return null
  const conversation = conversationOfCall(call)
  const isModerated = canModerateCall(call)
  return (
    <section class={isFull.value ? 'call-panel full' : 'call-panel'} aria-label={c.panel}>
      <header class="call-head">
        <a class="plain" href={hrefOfNarrow(narrowOf(conversation))} dir="auto">
          {placeName(conversation)}
        </a>
        <CallControl
          icon={isFull.value ? 'shrink' : 'grow'}
          label={isFull.value ? c.smaller : c.larger}
          run={() => (isFull.value = !isFull.value)}
        />
      </header>
      <Notes />
      <div class="call-tiles">
        {otherSessions.value.map((session) => (
          <OtherTile key={session.session_id} session={session} isModerated={isModerated} />
        ))}
        {ownSession.value && <OwnTile session={ownSession.value} />}
      </div>
      <Controls />
      {isModerated && otherSessions.value.length > 0 && (
        <button type="button" class="plain end-call" onClick={() => void endForEveryone()}>
          {c.endForEveryone}
        </button>
      )}
      <Announcements />
    </section>
  )
}

function Notes() {
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
      {[...problems.value].map(([kind, problem]) => (
        <p class="call-note" role="status" key={kind}>
          {c.problems[kind][problem]}
        </p>
      ))}
    </>
  )
}

function OtherTile({ session, isModerated }: { session: Session; isModerated: boolean }) {
  const { session_id, user_id, audio, hand_at } = session
  const media = received.value.get(session_id)
  const state = links.value.get(session_id)
  const name = nameOf(user_id)
  const microphone = media?.get('microphone')
  const screenAudio = media?.get('screenAudio')
  const screen = session.screen ? media?.get('screen') : undefined
  const camera = session.video ? media?.get('camera') : undefined
  const status =
    state === 'lost'
      ? c.lost(name)
      : state === 'interrupted'
        ? c.interrupted
        : state === 'connecting'
          ? c.connecting
          : ''
  return (
    <>
      {screen && (
        <figure class="call-tile stage">
          <Picture track={screen} label={c.screenOf(name)} />
          <figcaption dir="auto">{c.screenOf(name)}</figcaption>
        </figure>
      )}
      <Tile
        name={name}
        userId={user_id}
        picture={camera}
        isMuted={!audio}
        hasHandUp={hand_at !== null}
        isSpeaking={speaking.value.includes(session_id)}
        status={status}
      >
        {isModerated && (
          <div class="call-moderation">
            {audio && <CallControl icon="muted" label={c.mutePerson(name)} run={() => void mutePerson(session_id)} />}
            <CallControl icon="close" label={c.removePerson(name)} run={() => void removePerson(session_id)} />
          </div>
        )}
      </Tile>
      {microphone && <Sound track={microphone} />}
      {screenAudio && <Sound track={screenAudio} />}
    </>
  )
}

const OwnTile = ({ session }: { session: Session }) => (
  <Tile
    name={c.you}
    userId={session.user_id}
    picture={sending.value.get('camera')}
    isMirrored
    isMuted={!sending.value.has('microphone')}
    hasHandUp={session.hand_at !== null}
    isSpeaking={false}
    status=""
  />
)

interface TileProps {
  readonly name: string
  readonly userId: number
  readonly picture: MediaStreamTrack | undefined
  readonly isMirrored?: boolean
  readonly isMuted: boolean
  readonly hasHandUp: boolean
  readonly isSpeaking: boolean
  readonly status: string
  readonly children?: ComponentChildren
}

const Tile = ({ name, userId, picture, isMirrored, isMuted, hasHandUp, isSpeaking, status, children }: TileProps) => (
  <figure class={isSpeaking ? 'call-tile speaking' : 'call-tile'}>
    {picture ? (
      <Picture track={picture} mirrored={isMirrored === true} label={name} />
    ) : (
      <Avatar userId={userId} size={48} />
    )}
    <figcaption>
      <span dir="auto">{name}</span>
      {isMuted && (
        <span role="img" aria-label={c.muted} title={c.muted}>
          <Icon name="muted" />
        </span>
      )}
      {hasHandUp && (
        <span role="img" aria-label={c.handRaised} title={c.handRaised}>
          <Icon name="hand" />
        </span>
      )}
      {status !== '' && <span class="call-status">{status}</span>}
    </figcaption>
    {children}
  </figure>
)

function Controls() {
  const has = sending.value
  const hasHandUp = ownSession.value?.hand_at !== null
  return (
    <div class="call-controls">
      <CallControl
        icon={has.has('microphone') ? 'microphone' : 'muted'}
        label={has.has('microphone') ? c.mute : c.unmute}
        isOff={!has.has('microphone')}
        run={() => void toggle('microphone')}
      />
      <CallControl
        icon={has.has('camera') ? 'camera' : 'cameraOff'}
        label={has.has('camera') ? c.cameraOff : c.cameraOn}
        isOff={!has.has('camera')}
        run={() => void toggle('camera')}
      />
      {canShareScreen() && (
        <CallControl
          icon="screen"
          label={has.has('screen') ? c.stopSharing : c.shareScreen}
          isOn={has.has('screen')}
          run={() => void toggleScreen()}
        />
      )}
      <CallControl
        icon="hand"
        label={hasHandUp ? c.lowerHand : c.raiseHand}
        isOn={hasHandUp}
        run={() => void toggleHand()}
      />
      <button type="button" class="leave-call" onClick={() => void leave()}>
        {c.leave}
      </button>
    </div>
  )
}

interface ControlProps {
  readonly icon: IconName
  /** What pressing it does. */
  readonly label: string
  readonly isOff?: boolean
  readonly isOn?: boolean
  readonly run: () => void
}

const CallControl = ({ icon, label, isOff = false, isOn = false, run }: ControlProps) => (
  <button
    type="button"
    class={`call-control ${isOff ? 'off' : isOn ? 'on' : ''}`}
    aria-label={label}
    title={label}
    onClick={run}
  >
    <Icon name={icon} size={20} />
  </button>
)
