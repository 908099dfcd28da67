import { batch, computed, signal } from '@preact/signals'
import { ApiError, type ResultOf } from '#contract'
import {
  declineCall,
  endCall,
  getCall,
  joinCall,
  leaveCall,
  muteRequested,
  muteSession,
  reportAlive,
  type Session,
  sendSignals,
  sessionRemoved,
  signalReceived,
  startCall,
  updateSession,
} from '../../src/features/calls/calls/api.ts'
import { reportSecs, sessionIdLength } from '../../src/features/calls/calls/limits.ts'
import type { Conversation } from '../narrow/narrow.ts'
import { toast } from '../parts/toast.ts'
import { callWithId, isInCall, keptCallKey } from '../store/calls.ts'
import { onEvents } from '../store/connection.ts'
import { ownId } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { api } from '../transport/api.ts'
import type { LinkState, MediaKind } from './call-transport.ts'
import { Mesh } from './mesh.ts'
import { capture, captureScreen, type MediaProblem } from './own-media.ts'

export interface OwnCall {
  readonly callId: number
  readonly sessionId: string
}

/** The call that this tab is in. */
export const ownCall = signal<OwnCall | undefined>(undefined)
export const isJoining = signal(false)
/** What this tab sends. */
export const sending = signal<ReadonlyMap<MediaKind, MediaStreamTrack>>(new Map())
/** Why the microphone or the camera isn't on, after the user tried. */
export const problems = signal<ReadonlyMap<'microphone' | 'camera', MediaProblem>>(new Map())
/** What others send, by session. */
export const received = signal<ReadonlyMap<string, ReadonlyMap<MediaKind, MediaStreamTrack>>>(new Map())
export const links = signal<ReadonlyMap<string, LinkState>>(new Map())

export const liveCall = computed(() => (ownCall.value ? callWithId(ownCall.value.callId) : undefined))
export const ownSession = computed(() =>
  liveCall.value?.sessions.find(({ session_id }) => session_id === ownCall.value?.sessionId),
)
export const otherSessions = computed<readonly Session[]>(
  () => liveCall.value?.sessions.filter(({ session_id }) => session_id !== ownCall.value?.sessionId) ?? [],
)

let mesh: Mesh | undefined
let reporting: ReturnType<typeof setInterval> | undefined

type Joined = ResultOf<typeof joinCall.result>
interface Wishes {
  readonly video: boolean
  /** Off for someone who only wants to listen. */
  readonly audio?: boolean
}

export const start = (conversation: Conversation, wishes: Wishes): Promise<void> =>
  enter(wishes, async (sessionId, have) => {
    const place =
      conversation.kind === 'direct'
        ? { type: 'direct' as const, to: [...conversation.userIds] }
        : { type: 'channel' as const, to: conversation.channelId, topic: conversation.topic }
    return api.call(startCall, {
      ...place,
      session_id: sessionId,
      intent: wishes.video ? 'video' : 'voice',
      ...have,
    })
  })

export const join = (callId: number, wishes: Wishes): Promise<void> =>
  enter(wishes, (session_id, have) => api.call(joinCall, { call_id: callId, session_id, ...have }))

/** Microphone and camera are asked for first and apart: joining works without either. */
async function enter(
  { video, audio = true }: Wishes,
  ask: (sessionId: string, have: { audio: boolean; video: boolean }) => Promise<Joined>,
  sessionId = newSessionId(),
): Promise<void> {
  if (isJoining.value) return
  isJoining.value = true
  try {
    if (ownCall.value) await leave()
    problems.value = new Map()
    const [microphone, camera] = await Promise.all([
      audio ? captured('microphone') : undefined,
      video ? captured('camera') : undefined,
    ])
    const joined = await ask(sessionId, { audio: microphone !== undefined, video: camera !== undefined })
    begin(sessionId, joined)
    for (const [kind, track] of [
      ['microphone', microphone],
      ['camera', camera],
    ] as const)
      if (track) send(kind, track)
  } catch (problem) {
    stopTracks()
    toast(problem instanceof ApiError ? problem.message : c.cannotJoin)
  } finally {
    isJoining.value = false
  }
}

async function captured(kind: 'microphone' | 'camera'): Promise<MediaStreamTrack | undefined> {
  try {
    return await capture(kind)
  } catch (problem) {
    problems.value = new Map([...problems.value, [kind, problem as MediaProblem]])
    return undefined
  }
}

function begin(sessionId: string, { call, ice_servers, relay_only }: Joined): void {
  const callId = call.call_id
  mesh = new Mesh({
    sessionId,
    configuration: { iceServers: [...ice_servers], iceTransportPolicy: relay_only ? 'relay' : 'all' },
    send: (to, data) => api.call(sendSignals, { call_id: callId, session_id: sessionId, signals: [{ to, data }] }),
    onTrack(session, kind, track) {
      const all = new Map(received.value)
      all.set(session, new Map([...(all.get(session) ?? []), [kind, track]]))
      received.value = all
    },
    onState(session, state) {
      links.value = new Map([...links.value, [session, state]])
    },
  })
  ownCall.value = { callId, sessionId }
  isInCall.value = true
  sessionStorage.setItem(keptCallKey, JSON.stringify({ callId, sessionId }))
  mesh.join(call.sessions.map((one) => one.session_id).filter((id) => id !== sessionId))
  reporting = setInterval(() => void report(), reportSecs * 1_000)
}

async function report(): Promise<void> {
  const own = ownCall.peek()
  if (!own) return
  try {
    await api.call(reportAlive, { call_id: own.callId, session_id: own.sessionId })
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.code !== 'CALL_SESSION_GONE') return
    // the server took this tab for lost, as after a long sleep
    if (ownCall.peek() === own) await rejoin(own)
  }
}

async function rejoin({ callId, sessionId }: OwnCall): Promise<void> {
  const had = sending.peek()
  const wishes = { video: had.has('camera'), audio: had.has('microphone') }
  end()
  await enter(wishes, (session_id, have) => api.call(joinCall, { call_id: callId, session_id, ...have }), sessionId)
}

/** A page that comes back later than this doesn't join again by itself. */
const resumesWithinMs = 60_000

interface KeptCall extends OwnCall {
  /** When the page was closed, in milliseconds. */
  readonly leftAt?: number
}

/** After a reload, the tab takes its place again; muted if that took so long that the server removed it. */
export async function resume(): Promise<void> {
  const kept = keptCall()
  if (!kept || ownCall.value) return
  const { callId, sessionId, leftAt = 0 } = kept
  if (Date.now() - leftAt > resumesWithinMs) return sessionStorage.removeItem(keptCallKey)
  // the state may still be what the browser had stored
  const found = await api.call(getCall, { call_id: callId }).catch(() => undefined)
  const before = found?.call.sessions.find(({ session_id }) => session_id === sessionId)
  const isOthers = before !== undefined && before.user_id !== ownId.peek()
  if (found?.ended_at !== null || isOthers) return sessionStorage.removeItem(keptCallKey)
  await enter(
    { video: before?.video ?? false, audio: before?.audio ?? false },
    (session_id, have) => api.call(joinCall, { call_id: callId, session_id, ...have }),
    sessionId,
  )
}

function keptCall(): KeptCall | undefined {
  const text = sessionStorage.getItem(keptCallKey)
  return text === null ? undefined : (JSON.parse(text) as KeptCall)
}

export async function leave(): Promise<void> {
  const own = ownCall.value
  end()
  if (own) await api.call(leaveCall, { call_id: own.callId, session_id: own.sessionId }).catch(() => {})
}

function end(): void {
  clearInterval(reporting)
  mesh?.leave()
  mesh = undefined
  stopTracks()
  sessionStorage.removeItem(keptCallKey)
  batch(() => {
    ownCall.value = undefined
    isInCall.value = false
    received.value = new Map()
    links.value = new Map()
  })
}

function stopTracks(): void {
  for (const track of sending.peek().values()) track.stop()
  sending.value = new Map()
}

function send(kind: MediaKind, track: MediaStreamTrack): void {
  sending.value = new Map([...sending.peek(), [kind, track]])
  mesh?.publish(kind, track)
  // a device that's unplugged, or "Stop sharing" in the browser
  track.onended = () => void turnOff(kind)
}

async function turnOff(kind: MediaKind): Promise<void> {
  const track = sending.peek().get(kind)
  if (!track) return
  const rest = new Map(sending.peek())
  rest.delete(kind)
  sending.value = rest
  mesh?.publish(kind, null)
  track.onended = null
  track.stop()
  if (kind === 'screen') await turnOff('screenAudio')
  if (kind !== 'screenAudio') await tellOthers({ [fieldOf[kind]]: false })
}

const fieldOf = { microphone: 'audio', camera: 'video', screen: 'screen' } as const

async function tellOthers(changes: { audio?: boolean; video?: boolean; screen?: boolean; hand?: boolean }) {
  const own = ownCall.peek()
  if (own) await api.call(updateSession, { call_id: own.callId, session_id: own.sessionId, ...changes })
}

/** Turns the microphone or camera on or off. */
export async function toggle(kind: 'microphone' | 'camera'): Promise<void> {
  if (sending.value.has(kind)) return turnOff(kind)
  const rest = new Map(problems.value)
  rest.delete(kind)
  problems.value = rest
  const track = await captured(kind)
  if (!track) return
  if (!ownCall.peek()) return track.stop()
  await refusable(
    async () => {
      await tellOthers({ [fieldOf[kind]]: true })
      send(kind, track)
    },
    () => track.stop(),
  )
}

export async function toggleScreen(): Promise<void> {
  if (sending.value.has('screen')) return turnOff('screen')
  const tracks = await captureScreen()
  if (!tracks) return
  const stop = () => {
    for (const track of tracks.values()) track.stop()
  }
  if (!ownCall.peek()) return stop()
  await refusable(async () => {
    await tellOthers({ screen: true })
    for (const [kind, track] of tracks) send(kind, track)
  }, stop)
}

export const toggleHand = (): Promise<void> => refusable(() => tellOthers({ hand: ownSession.value?.hand_at === null }))

async function refusable(work: () => Promise<void>, undo = () => {}): Promise<void> {
  try {
    await work()
  } catch (problem) {
    undo()
    toast(problem instanceof ApiError ? problem.message : c.cannotJoin)
  }
}

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

export const levelOf = (sessionId: string): number => mesh?.level(sessionId) ?? 0

function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(sessionIdLength))
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return [...bytes].map((byte) => letters[byte % letters.length]).join('')
}

onEvents((events) => {
  const own = ownCall.peek()
  if (!own) return
  for (const event of events) {
    if (event.call_id !== own.callId) continue
    if (event.type === signalReceived.type && event.to === own.sessionId)
      mesh?.hear(String(event.from), String(event.data))
    else if (event.type === muteRequested.type && event.session_id === own.sessionId) void turnOff('microphone')
    else if (event.type === sessionRemoved.type && event.op === sessionRemoved.op) followRemoved(own, event)
  }
})

function followRemoved({ sessionId }: OwnCall, event: Readonly<Record<string, unknown>>): void {
  const gone = String(event.session_id)
  mesh?.remove(gone)
  const rest = new Map(received.peek())
  rest.delete(gone)
  received.value = rest
  links.value = new Map([...links.peek()].filter(([id]) => id !== gone))
  if (gone !== sessionId) return
  const { reason } = event
  end()
  if (reason === 'removed') toast(c.youWereRemoved)
  else if (reason === 'moved') toast(c.movedToOtherDevice)
  else if (reason === 'ended') toast(c.callEnded)
}

addEventListener('online', () => mesh?.reconnect())
// a page that's closing; a reloaded one comes back within seconds and keeps its place
addEventListener('pagehide', () => {
  const own = ownCall.peek()
  if (!own) return
  sessionStorage.setItem(keptCallKey, JSON.stringify({ ...own, leftAt: Date.now() } satisfies KeptCall))
  void api.call(leaveCall, { call_id: own.callId, session_id: own.sessionId, closing: true }).catch(() => {})
})
