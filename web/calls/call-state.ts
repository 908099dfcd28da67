import { computed, signal } from '@preact/signals'
import type { Session } from '../../src/features/calls/calls/api.ts'
import { callWithId } from '../store/calls.ts'
import type { CallTransport, LinkState, MediaKind } from './call-transport.ts'
import type { MediaProblem } from './own-media.ts'

export interface OwnCall {
  readonly callId: number
  readonly sessionId: string
}

/** The call that this tab is in. */
export const ownCall = signal<OwnCall | undefined>(undefined)
export const isJoining = signal(false)
/** What this tab sends. */
export const sending = signal<ReadonlyMap<MediaKind, MediaStreamTrack>>(new Map())
/** Whether the user holds the key to talk, and the microphone is on only for that long. */
export const isHeld = signal(false)
/** Why the microphone or the camera isn't on, after the user tried. */
export const problems = signal<ReadonlyMap<'microphone' | 'camera', MediaProblem>>(new Map())
/** What others send, by session. */
export const received = signal<ReadonlyMap<string, ReadonlyMap<MediaKind, MediaStreamTrack>>>(new Map())
export const links = signal<ReadonlyMap<string, LinkState>>(new Map())

export function noteTrack(sessionId: string, kind: MediaKind, track: MediaStreamTrack): void {
  const before = received.peek()
  received.value = new Map([...before, [sessionId, new Map([...(before.get(sessionId) ?? []), [kind, track]])]])
}

/** A session has left. */
export function forgetSession(sessionId: string): void {
  received.value = new Map([...received.peek()].filter(([id]) => id !== sessionId))
  links.value = new Map([...links.peek()].filter(([id]) => id !== sessionId))
}

/** Whether the last report to the server failed, so this side may have no network. */
export const isUnreachable = signal(false)

export const liveCall = computed(() => (ownCall.value ? callWithId(ownCall.value.callId) : undefined))
export const ownSession = computed(() =>
  liveCall.value?.sessions.find(({ session_id }) => session_id === ownCall.value?.sessionId),
)
export const otherSessions = computed<readonly Session[]>(
  () => liveCall.value?.sessions.filter(({ session_id }) => session_id !== ownCall.value?.sessionId) ?? [],
)

/** Carries the media of the call that this tab is in. */
export const carrier: { transport: CallTransport | undefined } = { transport: undefined }

export const levelOf = (sessionId: string): number => carrier.transport?.level(sessionId) ?? 0
