import { ApiError, type ResultOf } from '#contract'
import { joinCall, screenShared, sendSignals, updateSession } from '../../src/features/calls/calls/api.ts'
import { api } from '../transport/api.ts'
import { type OwnCall, sending } from './call-state.ts'
import type { CallTransport, TransportEvents } from './call-transport.ts'
import type { LiveKitAccess } from './livekit-transport.ts'
import { Mesh } from './mesh.ts'
import { turnOff } from './own-tracks.ts'

interface Connecting extends TransportEvents {
  readonly own: OwnCall
  readonly configuration: RTCConfiguration
  /** Undefined for a call between browsers. */
  readonly livekit: LiveKitAccess | undefined
  onGone(why: 'ended' | 'moved'): void
}

/** Creates the transport for a call's media. LiveKit's client is large, so it's loaded with the first call that needs it. */
export async function transportFor(connecting: Connecting): Promise<CallTransport> {
  const { own, livekit, ...rest } = connecting
  const { callId: call_id, sessionId: session_id } = own
  if (!livekit)
    return new Mesh({
      ...rest,
      sessionId: session_id,
      send: (to, data) => api.call(sendSignals, { call_id, session_id, signals: [{ to, data }] }),
    })
  const { LiveKitTransport } = await import('./livekit-transport.ts')
  return new LiveKitTransport({
    ...rest,
    access: livekit,
    renew: () => renewed(call_id, session_id),
    isFinal: (problem) => problem instanceof ApiError && problem.status < 500 && problem.status !== 429,
  })
}

/** Joins again with the same session, for a new token. */
async function renewed(call_id: number, session_id: string): Promise<LiveKitAccess> {
  const has = sending.peek()
  const media = { audio: has.has('microphone'), video: has.has('camera') }
  const { livekit } = await api.call(joinCall, { call_id, session_id, ...media })
  if (has.has('screen'))
    await api.call(updateSession, { call_id, session_id, screen: true }).catch((problem: unknown) => {
      if (!(problem instanceof ApiError) || problem.code !== screenShared.code) throw problem
      // someone else started sharing in the meantime
      void turnOff('screen')
    })
  if (!livekit) throw new Error('The call has no room')
  return livekit
}

export type Joined = ResultOf<typeof joinCall.result>
