import { invalidArgument, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { checkCanJoin, visibleCall } from '../access.ts'
import * as api from '../api.ts'
import { callsCache } from '../cache.ts'
import { type LiveCall, sessionOf } from '../call.ts'
import { capacityOf } from '../capacity.ts'
import { checkHasRelay } from '../ice-servers.ts'
import { callAudience, serializeCall, serializeSession } from '../serialize.ts'
import * as store from '../store.ts'
import { leave } from './leave.ts'
import { stopRings } from './rings.ts'

export interface Joining {
  readonly session_id: string
  readonly audio: boolean
  readonly video: boolean
}

export async function joinCall(mutation: Mutation, id: number, joining: Joining): Promise<api.CallOut> {
  const call = await visibleCall(mutation, id)
  checkHasRelay(mutation, call)
  await checkCanJoin(mutation, call)
  return enter(mutation, call, joining)
}

/** Adds the viewer's session. Their other session, in this call or another one, is moved here. */
export async function enter(mutation: Mutation, call: LiveCall, joining: Joining): Promise<api.CallOut> {
  const { tx, org, viewer, now } = mutation
  const { session_id, audio, video } = joining
  const own = sessionOf(call, session_id)
  if (own && own.user_id !== viewer.id)
    throw invalidArgument({}, { name: 'session_id', reason: 'is already used in this call' })
  const others = call.sessions.filter(({ user_id }) => user_id !== viewer.id)
  const { people, cameras } = capacityOf(org.services.config, call)
  if (others.length >= people) throw api.callFull({}, { limit: people })
  if (video && others.filter((one) => one.video).length >= cameras) throw api.tooManyCameras({}, { limit: cameras })
  const row = {
    org_id: org.id,
    call_id: call.id,
    session_id,
    user_id: viewer.id,
    joined_at: own?.joined_at ?? now,
    alive_at: now,
    audio,
    video,
    screen: false,
    hand_at: own?.hand_at ?? null,
  }
  const moved = await moveAway(mutation, viewer.id, call.id, session_id)
  await store.putSession(tx, row)
  mutation.emit(
    own ? api.sessionUpdated : api.sessionAdded,
    { call_id: call.id, session: serializeSession(row) },
    callAudience(mutation, call),
  )
  await stopRings(mutation, call, [viewer.id], 'joined')
  mutation.onCommit(() => org.get(callsCache).report(call.id, session_id, now.getTime()))
  for (const { before, session } of moved) await leave(mutation, before, session, 'moved')
  return serializeCall(mutation.org, (await store.liveCall(tx, org.id, call.id)) as LiveCall)
}

/** The user's other session, to be removed once the new one is there: the call goes on in between. */
async function moveAway(mutation: Mutation, userId: UserId, callId: number, sessionId: string) {
  const { tx, org } = mutation
  const moved = []
  for (const session of await store.sessionsOf(tx, [userId])) {
    if (session.call_id === callId && session.session_id === sessionId) continue
    const before = await store.liveCall(tx, org.id, session.call_id)
    if (before) moved.push({ before, session })
  }
  return moved
}
