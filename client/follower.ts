import type { WireEvent } from '#contract'

/** Notifications from a session that is being followed. */
export interface Follower {
  /** New events, without heartbeats; the session's state includes them already. */
  events?(events: readonly WireEvent[], changed: ReadonlySet<string>): void
  /** The old queue is gone: the session has a new one, and an unrelated state. */
  replaced?(): void
  /** `live` while the server responds; `waiting` with the error before the next attempt. */
  connection?(state: 'live' | 'waiting', problem?: unknown): void
  /** The queue's response, including heartbeats: what another session with this queue's state needs to continue. */
  heard?(answer: PolledEvents): void
}

/** One response of a queue: its events after one ID, up to another. */
export interface PolledEvents {
  readonly after: number
  readonly last: number
  readonly events: readonly WireEvent[]
}

export interface Applied {
  /** Without heartbeats. */
  readonly events: WireEvent[]
  /** Keys of the state that they changed. */
  readonly changed: Set<string>
}
