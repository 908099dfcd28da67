import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { nameOf } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { otherSessions } from './own-call.ts'

/** In larger calls, screen readers don't say who comes and goes. */
const maxPeople = 8

/** Tells screen readers who joins and leaves. */
export function Announcements() {
  const said = useSignal('')
  const before = useRef<ReadonlyMap<string, number> | undefined>(undefined)
  const sessions = otherSessions.value
  useEffect(() => {
    const now = new Map(sessions.map(({ session_id, user_id }) => [session_id, user_id]))
    const known = before.current
    before.current = now
    if (!known || now.size > maxPeople) return
    const came = [...now].filter(([id]) => !known.has(id)).map(([, userId]) => c.joinedCall(nameOf(userId)))
    const gone = [...known].filter(([id]) => !now.has(id)).map(([, userId]) => c.leftCall(nameOf(userId)))
    if (came.length + gone.length > 0) said.value = [...came, ...gone].join('. ')
  }, [sessions, said])
  return (
    <p class="visually-hidden" aria-live="polite">
      {said.value}
    </p>
  )
}
