import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Session } from '../../src/features/calls/calls/api.ts'
import { nameOf } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { isHeld, otherSessions, sending } from './call-state.ts'

/** In larger calls, screen readers don't say who comes and goes. */
const maxPeople = 8

/** Tells screen readers who joins, leaves, raises a hand, or shares, and whether the user's microphone is on. */
export function Announcements() {
  const said = useSignal('')
  const saidOfOwn = useSignal('')
  const before = useRef<ReadonlyMap<string, Session> | undefined>(undefined)
  const sessions = otherSessions.value
  useEffect(() => {
    const now = new Map(sessions.map((session) => [session.session_id, session]))
    const known = before.current
    before.current = now
    if (!known || now.size > maxPeople) return
    const texts = changes(known, now)
    if (texts.length > 0) said.value = texts.join('. ')
  }, [sessions, said])
  // speech at each press of the key to talk would get in the way of talking
  const isOn = sending.value.has('microphone') && !isHeld.value
  const wasOn = useRef(isOn)
  useEffect(() => {
    if (wasOn.current !== isOn) saidOfOwn.value = isOn ? c.youAreUnmuted : c.youAreMuted
    wasOn.current = isOn
  }, [isOn, saidOfOwn])
  return (
    <>
      <p class="visually-hidden" aria-live="polite">
        {said.value}
      </p>
      <p class="visually-hidden" aria-live="assertive">
        {saidOfOwn.value}
      </p>
    </>
  )
}

function changes(before: ReadonlyMap<string, Session>, now: ReadonlyMap<string, Session>): string[] {
  const gone = [...before.values()].filter(({ session_id }) => !now.has(session_id))
  const stayed = [...now.values()].flatMap((session) => {
    const name = nameOf(session.user_id)
    const old = before.get(session.session_id)
    if (!old) return [c.joinedCall(name)]
    return [
      ...(session.hand_at !== null && old.hand_at === null ? [c.raisedHand(name)] : []),
      ...(session.screen && !old.screen ? [c.sharesScreen(name)] : []),
    ]
  })
  return [...stayed, ...gone.map(({ user_id }) => c.leftCall(nameOf(user_id)))]
}
