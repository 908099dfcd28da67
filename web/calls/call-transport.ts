/** What a person can send, in the order of the lines between two browsers. */
export const mediaKinds = ['microphone', 'camera', 'screen', 'screenAudio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** `lost`: no connection for so long that the other person probably can't be reached. */
export type LinkState = 'connecting' | 'connected' | 'interrupted' | 'lost'

/** A connection that's interrupted for this long counts as lost. */
export const lostMs = 20_000

/** What the browser measured on the connection to another session; the first two count from its start. */
export interface LinkReport {
  /** Packets. */
  readonly arrived: number
  readonly lost: number
  readonly rttMs: number
  /** Part of this side's packets that the other side missed lately, from 0 to 1. */
  readonly uploadLoss: number
  /** Whether this side sends worse pictures because its connection doesn't carry more. */
  readonly isLimited: boolean
}

export interface TransportEvents {
  /** Media from another session began. */
  onTrack(sessionId: string, kind: MediaKind, track: MediaStreamTrack): void
  onState(sessionId: string, state: LinkState): void
}

/** Carries sound and pictures between the sessions of a call. */
export interface CallTransport {
  /** Connects to sessions that are in the call already; those who come later connect to this one. */
  join(sessionIds: readonly string[]): void
  /** Sends a track, or stops sending with null. */
  publish(kind: MediaKind, track: MediaStreamTrack | null): void
  /** How loud another session is now, from 0 to 1. */
  level(sessionId: string): number
  reports(): Promise<ReadonlyMap<string, LinkReport>>
  /** Connects again after the network changed. */
  reconnect(): void
  /** Handles a signal from another session's client. */
  hear(from: string, text: string): void
  /** A session has left. */
  remove(sessionId: string): void
  /** Switches to other servers, or another policy. */
  configure(configuration: RTCConfiguration): void
  /** Shows a video track, if it needs more than `srcObject`; returns how to stop. */
  attach?(track: MediaStreamTrack, element: HTMLVideoElement): (() => void) | undefined
  leave(): void
}
