import type { Call } from '../../src/features/calls/calls/api.ts'
import { FacePair } from '../entities/face.tsx'
import { nameOf, ownId } from '../store/people.ts'
import { c } from '../texts/calls.ts'

/** “You and Ben are in a call”, with faces. A person on several devices is named once. */
export function PeopleInCall({ call }: { call: Call }) {
  const all = new Set(call.sessions.map(({ user_id }) => user_id))
  const isOwn = all.delete(ownId.value)
  const userIds = isOwn ? [ownId.value, ...all] : [...all]
  return (
    <>
      <FacePair userIds={userIds.slice(0, 2)} />
      <span class="who" dir="auto">
        {c.inCall(userIds.map((id) => (id === ownId.value ? c.you : nameOf(id))))}
      </span>
    </>
  )
}
