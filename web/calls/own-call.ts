import { batch } from '@preact/signals'
import { ApiError } from '#contract'
import {
  getCall,
  joinCall,
  leaveCall,
  muteRequested,
  reportAlive,
  sessionRemoved,
  signalReceived,
  startCall,
} from '../../src/features/calls/calls/api.ts'
import { maxPeople, reportSecs } from '../../src/features/calls/calls/limits.ts'
import type { Conversation } from '../narrow/narrow.ts'
import { toast } from '../parts/toast.ts'
import { isInCall } from '../store/calls.ts'
import { onEvents } from '../store/connection.ts'
import { nameOf, ownId } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { api } from '../transport/api.ts'
import { Attempts } from './attempts.ts'
import {
  carrier,
  forgetSession,
  isJoining,
  isUnreachable,
  links,
  noteTrack,
  type OwnCall,
  otherSessions,
  ownCall,
  problems,
  received,
  sending,
} from './call-state.ts'
import { withinCameraLimit } from './camera-limit.ts'
import { followInputs } from './follow-inputs.ts'
import { IceConfiguration } from './ice-configuration.ts'
import { forgetCall, keepCall, keptCall } from './kept-call.ts'
import { captured, send, stopTracks, turnOff } from './own-tracks.ts'
import { pushesToTalk } from './push-to-talk.ts'
import { newSessionId } from './session-id.ts'
import { type Joined, transportFor } from './transports.ts'

const attempts = new Attempts()
let reporting: ReturnType<typeof setInterval> | undefined
let stopFollowing = () => {}

interface Wishes {
  readonly video: boolean
  /** Off for someone who only wants to listen. */
  readonly audio?: boolean
}

export const start = (conversation: Conversation, wishes: Wishes): Promise<void> =>
  attempts.run(() =>
    attempt(wishes, async (session_id, have) => {
      const place =
        conversation.kind === 'direct'
          ? { type: 'direct' as const, to: [...conversation.userIds] }
          : { type: 'channel' as const, to: conversation.channelId, topic: conversation.topic }
      return api.call(startCall, { ...place, session_id, intent: wishes.video ? 'video' : 'voice', ...have })
    }),
  )

export const join = (callId: number, wishes: Wishes): Promise<void> =>
  attempts.join(callId, async () => {
    if (ownCall.value?.callId !== callId) await enter(callId, wishes)
  })

const enter = (callId: number, wishes: Wishes, sessionId?: string): Promise<void> =>
  attempt(wishes, (session_id, have) => api.call(joinCall, { call_id: callId, session_id, ...have }), sessionId)

type Ask = (sessionId: string, have: { audio: boolean; video: boolean }) => Promise<Joined>

/** Microphone and camera are asked for first and apart: joining works without either. */
async function attempt({ video, audio = true }: Wishes, ask: Ask, sessionId = newSessionId()): Promise<void> {
  isJoining.value = true
  let microphone: MediaStreamTrack | undefined
  let camera: MediaStreamTrack | undefined
  try {
    if (ownCall.value) await leave()
    problems.value = new Map()
    ;[microphone, camera] = await Promise.all([
      audio && !pushesToTalk.peek() ? captured('microphone') : undefined,
      video ? captured('camera') : undefined,
    ])
    const have = { audio: microphone !== undefined, video: camera !== undefined }
    const { joined, hasCamera } = await withinCameraLimit(have, (now) => ask(sessionId, now))
    if (!hasCamera) camera?.stop()
    await begin(sessionId, joined, { microphone, camera: hasCamera ? camera : undefined })
  } catch (problem) {
    microphone?.stop()
    camera?.stop()
    toast(problem instanceof ApiError ? problem.message : c.cannotJoin)
  } finally {
    isJoining.value = false
  }
}

type Tracks = Readonly<Partial<Record<'microphone' | 'camera', MediaStreamTrack | undefined>>>

/** The user is in the call from here on, although the transport may still have to load. */
async function begin(sessionId: string, { call, livekit, ...connection }: Joined, tracks: Tracks): Promise<void> {
  const callId = call.call_id
  const ice = new IceConfiguration(connection, Date.now())
  const configuration = ice.current
  const own: OwnCall = { callId, sessionId }
  ownCall.value = own
  isInCall.value = true
  keepCall(own)
  reporting = setInterval(() => void report(ice), reportSecs * 1_000)
  stopFollowing = followInputs()
  for (const kind of ['microphone', 'camera'] as const) {
    const track = tracks[kind]
    if (track) send(kind, track)
  }
  const transport = await transportFor({
    own,
    configuration,
    livekit,
    onTrack: noteTrack,
    onState(session, state) {
      links.value = new Map([...links.value, [session, state]])
      // a report that fails shows that it's this side's network; large calls would cause too many
      if (state === 'interrupted' && otherSessions.peek().length < maxPeople) void report(ice)
    },
    onGone(why) {
      if (ownCall.peek() !== own) return
      end()
      toast(why === 'moved' ? c.movedToOtherDevice : c.callEnded)
    },
  }).catch(async (problem: unknown) => {
    if (ownCall.peek() !== own) return undefined
    await leave()
    throw problem
  })
  // the user left or was removed, or the call ended, in the meantime
  if (!transport || ownCall.peek() !== own) return
  carrier.transport = transport
  transport.join(call.sessions.map((one) => one.session_id).filter((id) => id !== sessionId))
  for (const [kind, track] of sending.peek()) transport.publish(kind, track)
  if (ice.current !== configuration) transport.configure(ice.current)
}

async function report(ice: IceConfiguration): Promise<void> {
  const own = ownCall.peek()
  if (!own) return
  const { transport } = carrier
  try {
    const renew_ice = ice.needsRenewal(Date.now())
    const answer = await api.call(reportAlive, { call_id: own.callId, session_id: own.sessionId, renew_ice })
    if (ice.follow(answer, Date.now())) transport?.configure(ice.current)
    isUnreachable.value = false
  } catch (problem) {
    isUnreachable.value = !(problem instanceof ApiError)
    if (!(problem instanceof ApiError) || problem.code !== 'CALL_SESSION_GONE') return
    // the server took this tab for lost, as after a long sleep
    if (ownCall.peek() === own) await rejoin(own)
  }
}

/** Reconnects to everyone. */
export async function rejoinOwn(): Promise<void> {
  const own = ownCall.peek()
  if (own) await rejoin(own)
}

async function rejoin({ callId, sessionId }: OwnCall): Promise<void> {
  const had = sending.peek()
  const wishes = { video: had.has('camera'), audio: had.has('microphone') }
  end()
  await attempts.run(() => enter(callId, wishes, sessionId), callId)
}

/** After a reload, the tab takes its place again; muted if that took so long that the server removed it. */
export async function resume(): Promise<void> {
  const kept = keptCall()
  if (!kept || ownCall.value) return
  const { callId, sessionId } = kept
  // the state may still be what the browser had stored
  const found = await api.call(getCall, { call_id: callId }).catch(() => undefined)
  const before = found?.call.sessions.find(({ session_id }) => session_id === sessionId)
  const isOthers = before !== undefined && before.user_id !== ownId.peek()
  if (found?.ended_at !== null || isOthers) return forgetCall()
  // another call was accepted in the meantime
  if (ownCall.peek()) return
  const wishes = { video: before?.video ?? false, audio: before?.audio ?? false }
  await attempts.run(() => enter(callId, wishes, sessionId), callId)
}

export async function leave(): Promise<void> {
  const own = ownCall.value
  end()
  if (own) await api.call(leaveCall, { call_id: own.callId, session_id: own.sessionId }).catch(() => {})
}

function end(): void {
  clearInterval(reporting)
  stopFollowing()
  stopFollowing = () => {}
  carrier.transport?.leave()
  carrier.transport = undefined
  stopTracks()
  forgetCall()
  batch(() => {
    ownCall.value = undefined
    isInCall.value = false
    isUnreachable.value = false
    received.value = new Map()
    links.value = new Map()
  })
}

onEvents((events) => {
  const own = ownCall.peek()
  if (!own) return
  for (const event of events) {
    if (event.call_id !== own.callId) continue
    if (event.type === signalReceived.type && event.to === own.sessionId)
      carrier.transport?.hear(String(event.from), String(event.data))
    else if (event.type === muteRequested.type && event.session_id === own.sessionId) {
      void turnOff('microphone')
      toast(c.mutedBy(nameOf(Number(event.by))))
    } else if (event.type === sessionRemoved.type && event.op === sessionRemoved.op) followRemoved(own, event)
  }
})

function followRemoved({ sessionId }: OwnCall, event: Readonly<Record<string, unknown>>): void {
  const gone = String(event.session_id)
  carrier.transport?.remove(gone)
  forgetSession(gone)
  if (gone !== sessionId) return
  const { reason } = event
  end()
  if (reason === 'removed') toast(c.youWereRemoved)
  else if (reason === 'moved') toast(c.movedToOtherDevice)
  else if (reason === 'ended') toast(c.callEnded)
}

addEventListener('online', () => carrier.transport?.reconnect())
// a page that's closing; a reloaded one comes back within seconds and keeps its place
addEventListener('pagehide', () => {
  const own = ownCall.peek()
  if (!own) return
  keepCall(own, Date.now())
  void api.call(leaveCall, { call_id: own.callId, session_id: own.sessionId, closing: true }).catch(() => {})
})
