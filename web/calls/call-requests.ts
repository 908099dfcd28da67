import { declineCall, endCall, leaveCall, muteSession } from '../../src/features/calls/calls/api.ts'
import { api } from '../transport/api.ts'
import { ownCall } from './call-state.ts'
import { refusable } from './own-tracks.ts'

export const decline = (callId: number): Promise<unknown> => api.call(declineCall, { call_id: callId }).catch(() => {})

const inCall = (work: (callId: number) => Promise<unknown>): Promise<void> =>
  refusable(async () => {
    const own = ownCall.peek()
    if (own) await work(own.callId)
  })

export const mutePerson = (session_id: string): Promise<void> =>
  inCall((call_id) => api.call(muteSession, { call_id, session_id }))

export const removePerson = (session_id: string): Promise<void> =>
  inCall((call_id) => api.call(leaveCall, { call_id, session_id }))

export const endForEveryone = (): Promise<void> => inCall((call_id) => api.call(endCall, { call_id }))
