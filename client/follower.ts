import type { WireEvent } from '#contract'

/** What somebody who follows a session is told. */
export interface Follower {
  /** Events that came, without heartbeats; the session's state has followed them already. */
  events?(events: readonly WireEvent[], changed: ReadonlySet<string>): void
  /** The old queue is gone: the session has a new one, and a state that continues nothing. */
  replaced?(): void
  /** `live` while the server answers; `waiting` with the reason before the next attempt. */
  connection?(state: 'live' | 'waiting', problem?: unknown): void
  /** What the queue answered, heartbeats included: what another session with this queue's state needs to go on. */
  heard?(answer: Heard): void
}

/** One answer of a queue: its events after one, up to another. */
export interface Heard {
  readonly after: number
  readonly last: number
  readonly events: readonly WireEvent[]
}

/** What came of an answer. */
export interface Applied {
  /** Without heartbeats. */
  readonly events: WireEvent[]
  /** Keys of the state that they changed. */
  readonly changed: Set<string>
}
