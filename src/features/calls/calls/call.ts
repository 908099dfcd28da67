import type { UserId } from '#contract'
import type { Row } from '#platform/db'

/** An ongoing call as stored. */
export interface LiveCall extends Row<'call'> {
  /** Ascending; null in a channel. */
  readonly member_ids: UserId[] | null
  readonly sessions: readonly Row<'call_session'>[]
  readonly rings: readonly Row<'call_ring'>[]
}

/** How the call's sound and pictures travel; it never changes during a call. */
export const transportOf = ({ room }: Pick<LiveCall, 'room'>): 'mesh' | 'livekit' =>
  room === null ? 'mesh' : 'livekit'

export const sessionOf = (call: LiveCall, sessionId: string): Row<'call_session'> | undefined =>
  call.sessions.find(({ session_id }) => session_id === sessionId)

interface Report {
  readonly callId: number
  readonly at: number
  isSaved: boolean
  /** The page is closing or gone, and its session ends then unless it reports again. */
  readonly endsAt?: number
}

/** The ongoing calls in memory, with when their sessions last reported. */
export class CallBook {
  readonly #byId = new Map<number, LiveCall>()
  /** By session, in milliseconds; only reports to this process. */
  readonly #reports = new Map<string, Report>()
  readonly #signals = new Map<string, number[]>()
  /** Before this time no session is taken for lost: its reports may not have reached the database. */
  trustsReportsFrom = 0
  /** The calls began before this process loaded them: their sessions need time to report here. */
  isFromBefore = false

  get all(): Iterable<LiveCall> {
    return this.#byId.values()
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: number): LiveCall | undefined {
    return this.#byId.get(id)
  }

  put(call: LiveCall): void {
    this.#byId.set(call.id, call)
  }

  remove(id: number): void {
    this.#byId.delete(id)
    for (const [sessionId, { callId }] of this.#reports) if (callId === id) this.#forget(sessionId)
  }

  #forget(sessionId: string): void {
    this.#reports.delete(sessionId)
    this.#signals.delete(sessionId)
  }

  report(callId: number, sessionId: string, at: number): void {
    this.#reports.set(sessionId, { callId, at, isSaved: false })
  }

  close(callId: number, sessionId: string, now: number, endsAt: number): void {
    this.#reports.set(sessionId, { callId, at: now, isSaved: true, endsAt })
  }

  /** The session seems to be gone, and ends then unless it reports again. */
  shorten(callId: number, sessionId: string, endsAt: number): void {
    const before = this.#reports.get(sessionId)
    this.#reports.set(sessionId, { callId, at: before?.at ?? 0, isSaved: before?.isSaved ?? true, endsAt })
  }

  /** When a session ends if nothing more is heard of it; earlier reports may be only in the database. */
  endOf({ session_id, alive_at }: Row<'call_session'>, leaseMs: number): number {
    const report = this.#reports.get(session_id)
    const lease = Math.max(alive_at.getTime(), report?.at ?? 0) + leaseMs
    return Math.min(report?.endsAt ?? lease, lease)
  }

  /** Reports to save; those of sessions that are gone are dropped. */
  takeReports(): { callId: number; sessionId: string; at: Date }[] {
    const taken = []
    for (const [sessionId, report] of this.#reports) {
      const call = this.#byId.get(report.callId)
      if (!call || !sessionOf(call, sessionId)) this.#forget(sessionId)
      else if (!report.isSaved) {
        report.isSaved = true
        taken.push({ callId: report.callId, sessionId, at: new Date(report.at) })
      }
    }
    return taken
  }

  /** Seconds to wait before the session can send so many signals; 0 if it can, which counts them. */
  signalWait(
    sessionId: string,
    count: number,
    now: number,
    { signals, seconds }: { signals: number; seconds: number },
  ) {
    const since = now - seconds * 1_000
    const sent = (this.#signals.get(sessionId) ?? []).filter((at) => at > since)
    const excess = sent.length + count - signals
    if (excess > 0) return Math.max(1, Math.ceil(((sent[Math.min(excess, sent.length) - 1] ?? now) - since) / 1_000))
    this.#signals.set(sessionId, [...sent, ...Array<number>(count).fill(now)])
    return 0
  }
}
