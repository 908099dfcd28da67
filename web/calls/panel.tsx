import './calls.css'
import { useEffect, useRef } from 'preact/hooks'
import { placeName } from '../entities/place.tsx'
import { narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { addLayer, layerCount } from '../parts/layers.ts'
import { keyOf } from '../parts/written-keys.ts'
import { conversationOfCall } from '../store/calls.ts'
import { c } from '../texts/calls.ts'
import { Announcements } from './announcements.tsx'
import { CallControl } from './call-control.tsx'
import { followQuality } from './call-quality.ts'
import { liveCall, otherSessions, ownSession } from './call-state.ts'
import { Controls, shortcutOf } from './controls.tsx'
import { Notes } from './notes.tsx'
import { corner, drag, keepOffCompose, moveByKey } from './panel-place.ts'
import { isFull, isPhone } from './panel-size.ts'
import { closeBeside } from './picture-in-picture.tsx'
import { Sounds } from './sounds.tsx'
import { followSpeaking } from './speaking.ts'
import { useSpotlight } from './spotlight.ts'
import { Stage, sharedScreen } from './stage.tsx'
import { OtherTile, OwnTile } from './tile.tsx'

/** Tiles that fit; with more people, one is shown large. */
const maxTiles = { full: 9, small: 4 }
/** Next to the large one in the small view, besides the user's own. */
const othersInSmall = 2

/** Floats over the view while this tab is in a call; the full view covers everything. */
export function Panel() {
  const call = liveCall.value
  const spotlit = useSpotlight()
  const place = useRef<HTMLElement>(null)
  useEffect(followSpeaking, [])
  useEffect(followQuality, [])
  useEffect(() => {
    isFull.value = isPhone()
    return () => {
      isFull.value = false
      closeBeside()
    }
  }, [])
  useEffect(() => (place.current ? keepOffCompose(place.current) : undefined), [call === undefined])
  useEffect(leaveFullWithBack, [isFull.value])
  if (!call) return null
  const conversation = conversationOfCall(call)
  const others = otherSessions.value
  const hasMany = others.length >= maxTiles[isFull.value ? 'full' : 'small']
  const large = hasMany && !sharedScreen() ? spotlit : undefined
  const rest = others.filter((session) => session !== large)
  const tiles = hasMany && !isFull.value ? rest.slice(0, othersInSmall) : rest
  const classes = ['call-panel', isFull.value ? 'full' : '', large || sharedScreen() ? 'has-stage' : '', corner.value]
  return (
    <section
      ref={place}
      class={classes.filter(Boolean).join(' ')}
      aria-label={c.panel}
      tabIndex={-1}
      onKeyDown={(event) => {
        const run = event.altKey || event.ctrlKey || event.metaKey ? undefined : shortcutOf(keyOf(event))
        if (!run) return
        event.preventDefault()
        event.stopPropagation()
        if (!event.repeat) void run()
      }}
    >
      <header
        class="call-head"
        onPointerDown={(event) => !isFull.value && !isPhone() && place.current && drag(event, place.current)}
      >
        {!isFull.value && (
          <button
            type="button"
            class="call-handle"
            aria-label={c.moveWithArrows}
            title={c.moveWithArrows}
            onKeyDown={moveByKey}
          />
        )}
        <a
          class="plain"
          href={hrefOfNarrow(narrowOf(conversation))}
          dir="auto"
          onClick={() => {
            isFull.value = false
          }}
        >
          {placeName(conversation)}
        </a>
        <CallControl
          icon={isFull.value ? 'shrink' : 'grow'}
          label={isFull.value ? c.smaller : c.larger}
          run={() => (isFull.value = !isFull.value)}
        />
      </header>
      <Notes />
      {large ? (
        <div class="call-spotlight">
          <OtherTile session={large} />
        </div>
      ) : (
        <Stage />
      )}
      <div class="call-tiles" data-count={others.length + 1}>
        {tiles.map((session) => (
          <OtherTile key={session.session_id} session={session} />
        ))}
        {ownSession.value && <OwnTile session={ownSession.value} />}
        {tiles.length < rest.length && <MoreTile count={rest.length - tiles.length} />}
      </div>
      <Controls />
      <Sounds />
      <Announcements />
    </section>
  )
}

/** Opens the full view, which shows the others. */
const MoreTile = ({ count }: { count: number }) => (
  <button
    type="button"
    class="call-tile more-tile"
    aria-label={c.morePeople(count)}
    onClick={() => {
      isFull.value = true
    }}
  >
    +{count}
  </button>
)

/** Back leaves the full view, and so does Escape. */
function leaveFullWithBack(): (() => void) | undefined {
  if (!isFull.value) return undefined
  const leaveFull = () => {
    isFull.value = false
  }
  const forget = addLayer(leaveFull)
  const depth = layerCount()
  const followEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || layerCount() > depth) return
    // before the shortcuts of the view that it covers
    event.preventDefault()
    event.stopPropagation()
    leaveFull()
  }
  addEventListener('keydown', followEscape, { capture: true })
  return () => {
    removeEventListener('keydown', followEscape, { capture: true })
    forget()
  }
}
