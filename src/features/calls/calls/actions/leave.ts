import { seconds, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { readableMessageFacts } from '../../../messages/messages/access/readable.ts'
import { changeRendering } from '../../../messages/messages/actions/edit/changed-html.ts'
import { silent } from '../../../messages/messages/actions/notices.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import * as api from '../api.ts'
import type { LiveCall } from '../call.ts'
import { callMessage, endedMessage, renderCall } from '../call-message.ts'
import { noteEnded, noteSessionEnded } from '../figures.ts'
import { watchRoom } from '../livekit/due.ts'
import { callAudience } from '../serialize.ts'
import * as store from '../store.ts'
import { stopRings } from './rings.ts'

type LeaveReason = (typeof api.leaveReasons)[number]

interface Leaving {
  readonly session_id: string
  readonly user_id: UserId
}

/** Removes a session; the last one ends the call. `by`: the person who removed someone else. */
export async function leave(
  mutation: Mutation,
  call: LiveCall,
  { session_id, user_id }: Leaving,
  reason: LeaveReason,
  by: UserId | null = null,
): Promise<void> {
  await store.removeSession(mutation.tx, call.id, session_id)
  mutation.emit(api.sessionRemoved, { call_id: call.id, session_id, user_id, reason, by }, callAudience(mutation, call))
  noteSessionEnded(mutation, call, user_id, reason)
  await watchRoom(mutation, call, [session_id])
  const after = await store.liveCall(mutation.tx, mutation.org.id, call.id)
  if (after?.sessions.length === 0) await finish(mutation, after)
}

/** Removes everyone and ends the call. */
export async function endForEveryone(mutation: Mutation, call: LiveCall, by: UserId): Promise<void> {
  for (const session of call.sessions) await leave(mutation, call, session, 'ended', by)
}

/** Ends a call without sessions. */
export async function finish(mutation: Mutation, call: LiveCall): Promise<void> {
  const { tx, now } = mutation
  const user_ids = await store.participants(tx, call.id)
  const rung = call.rings.map(({ user_id }) => user_id)
  await stopRings(mutation, call, rung, 'missed')
  await store.end(tx, call.id, now)
  await watchRoom(mutation, call)
  const ended_at = seconds(now)
  const duration_seconds = Math.max(0, ended_at - seconds(call.started_at))
  const isMissed = call.member_ids !== null && user_ids.length < 2
  noteEnded(mutation, call, user_ids.length, duration_seconds)
  await showEnded(mutation, call, { user_ids, duration_seconds, isMissed })
  mutation.emit(
    api.callRemoved,
    { call_id: call.id, ended_at, duration_seconds, user_ids },
    callAudience(mutation, call),
  )
}

/** Replaces the link in the call's message, for clients that don't know calls. Its text stays, and it isn't an edit. */
async function showEnded(
  mutation: Mutation,
  call: LiveCall,
  { user_ids, duration_seconds, isMissed }: { user_ids: UserId[]; duration_seconds: number; isMissed: boolean },
): Promise<void> {
  const { tx, org } = mutation
  const { byId } = mutation.get(peopleCache)
  const [message] = await readableMessageFacts(tx, org.id, [call.message_id])
  const starter = byId.get(call.started_by) as Account
  if (message?.content !== callMessage(mutation, call.id)) return
  const names = user_ids.flatMap((id) => byId.get(id) ?? []).map(silent)
  const minutes = Math.max(1, Math.round(duration_seconds / 60))
  const rendered = await renderCall(
    mutation,
    starter,
    endedMessage(mutation, { callId: call.id, minutes, names, isMissed }),
    call.id,
  )
  await changeRendering(mutation, message, rendered)
}
