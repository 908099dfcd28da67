import type { UserId } from '#contract'
import type { Row } from '#platform/db'

/** An ongoing call as stored. */
export interface LiveCall extends Row<'call'> {
  /** Ascending; null in a channel. */
  readonly member_ids: UserId[] | null
  readonly sessions: readonly Row<'call_session'>[]
  readonly rings: readonly Row<'call_ring'>[]
}

/** How the call's media is sent. It never changes during a call. */
export const transportOf = ({ room }: Pick<LiveCall, 'room'>): 'mesh' | 'livekit' =>
  room === null ? 'mesh' : 'livekit'

export const sessionOf = (call: LiveCall, sessionId: string): Row<'call_session'> | undefined =>
  call.sessions.find(({ session_id }) => session_id === sessionId)

interface Report {
  readonly callId: number
  readonly sessionId: string
  readonly at: number
  isSaved: boolean
  /** The page is closing or gone. Its session ends at `endsAt` unless it reports again, here or to another process. */
  readonly closing?: { readonly since: number; readonly endsAt: number }
}

/** Clients choose session IDs, so they're unique only within a call. */
const keyOf = (callId: number, sessionId: string): string => `${callId}:${sessionId}`

/** The ongoing calls in memory, with when their sessions last reported. */
export class CallBook {
  readonly #byId = new Map<number, LiveCall>()
  /** In milliseconds; only reports to this process. */
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
    for (const [key, { callId }] of this.#reports) if (callId === id) this.#forget(key)
  }

  #forget(key: string): void {
    this.#reports.delete(key)
    this.#signals.delete(key)
  }

  report(callId: number, sessionId: string, at: number): void {
    this.#reports.set(keyOf(callId, sessionId), { callId, sessionId, at, isSaved: false })
  }

  close(callId: number, sessionId: string, now: number, endsAt: number): void {
    const closing = { since: now, endsAt }
    this.#reports.set(keyOf(callId, sessionId), { callId, sessionId, at: now, isSaved: true, closing })
  }

  /** The session probably left, and ends at `endsAt` unless it reports again. */
  shorten(callId: number, sessionId: string, now: number, endsAt: number): void {
    const key = keyOf(callId, sessionId)
    const { at = 0, isSaved = true } = this.#reports.get(key) ?? {}
    this.#reports.set(key, { callId, sessionId, at, isSaved, closing: { since: now, endsAt } })
  }

  /** When a session ends if nothing more is heard of it; earlier reports may be only in the database. */
  endOf({ call_id, session_id, alive_at }: Row<'call_session'>, leaseMs: number): number {
    const { at = 0, closing } = this.#reports.get(keyOf(call_id, session_id)) ?? {}
    const alive = alive_at.getTime()
    const lease = Math.max(alive, at) + leaseMs
    return closing && alive <= closing.since ? Math.min(closing.endsAt, lease) : lease
  }

  /** Reports to save; those of sessions that are gone are dropped. */
  takeReports(): { callId: number; sessionId: string; at: Date }[] {
    const taken = []
    for (const [key, report] of this.#reports) {
      const { callId, sessionId, at } = report
      const call = this.#byId.get(callId)
      if (!call || !sessionOf(call, sessionId)) this.#forget(key)
      else if (!report.isSaved) {
        report.isSaved = true
        taken.push({ callId, sessionId, at: new Date(at) })
      }
    }
    return taken
  }

  /** Seconds to wait before the session can send so many signals; 0 if it can, which counts them. */
  signalWait(
    { callId, sessionId }: { callId: number; sessionId: string },
    count: number,
    now: number,
    { signals, seconds }: { signals: number; seconds: number },
  ) {
    const key = keyOf(callId, sessionId)
    const since = now - seconds * 1_000
    const sent = (this.#signals.get(key) ?? []).filter((at) => at > since)
    const excess = sent.length + count - signals
    if (excess > 0) return Math.max(1, Math.ceil(((sent[Math.min(excess, sent.length) - 1] ?? now) - since) / 1_000))
    this.#signals.set(key, [...sent, ...Array<number>(count).fill(now)])
    return 0
  }
}
