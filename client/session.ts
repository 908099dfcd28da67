import { ApiError, eventName, holderOf, reduceState, type WireEvent } from '#contract'
import { deleteQueue, getEvents, registerQueue, streamEvents } from '../src/features/clients/events/api.ts'
import { type CompactUnread, unpackUnread } from '../src/features/messages/messages/unread/compact-wire.ts'
import type { Applied, Follower, PolledEvents } from './follower.ts'
import type { LoquatClient } from './index.ts'
import { waitMs } from './patience.ts'
import { type AnyState, allStates } from './states.ts'
import { Silence, StreamChoice, type Streaming } from './stream.ts'
import { turn } from './turn.ts'

export interface SessionOptions {
  readonly client: LoquatClient
  /** Parameters of `POST /register`; the server's defaults otherwise. */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** A subset, if the parameters fetch no others. */
  readonly states?: readonly AnyState[]
  /** The session's user; taken from the response if it includes `realm_user`. */
  readonly userId?: number
  /** Follows the queue by streams where possible; only by polls if absent. */
  readonly streaming?: Streaming
}

/** A snapshot of a session, from which another can continue. */
export interface SessionState {
  readonly told: Readonly<Record<string, unknown>>
  readonly lastEventId: number
}

/** Past this many missed events, registering again is faster than applying them. */
const maxLate = 1_000
/** Missed events are applied in batches of this size. */
const lateAtOnce = 100

/** A response starts after the session's last event, so events are missing. */
export class MissedEvents extends Error {}

const isSignedOut = (problem: unknown): boolean => problem instanceof ApiError && problem.status === 401

/** One event queue, and the response of `POST /register` as updated by its events, for any client that keeps state. */
export class Session {
  readonly #options: SessionOptions
  readonly #states: ReadonlyMap<string, readonly { state: AnyState; keys: readonly string[] }[]>
  #told: Readonly<Record<string, unknown>> = {}
  #lastEventId = -1
  /** Failed attempts since the last response. */
  #failures = 0
  /** Nothing was received yet since the state was stored, however long ago. */
  #isLate = false
  /** For each open request of `learn`, the events since it was sent. */
  readonly #questions = new Set<WireEvent[]>()
  readonly #choice: StreamChoice
  /** Ends the wait before the next attempt, or the current request. */
  #wake: ((alsoRequest: boolean) => void) | undefined

  private constructor(options: SessionOptions) {
    this.#options = options
    this.#choice = new StreamChoice(options.streaming)
    this.#states = byEvent(options.states ?? allStates)
  }

  /** Opens a queue. Throws {@link ApiError} for an error response. */
  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options)
    await session.#register()
    return session
  }

  /** Continues from another session's state, current or (`late`) stored earlier, with the same queue. */
  static adopt(options: SessionOptions, state: SessionState, { late = false } = {}): Session {
    const session = new Session(options)
    session.replace(state)
    session.#isLate = late
    return session
  }

  /** Replaces the state, when another session with this queue has registered again. */
  replace({ told, lastEventId }: SessionState): void {
    this.#questions.clear()
    this.#told = told
    this.#lastEventId = lastEventId
  }

  get state(): SessionState {
    return { told: this.#told, lastEventId: this.#lastEventId }
  }

  /** The register response after all events so far. A key whose value hasn't changed keeps its identity. */
  get told(): Readonly<Record<string, unknown>> {
    return this.#told
  }

  get queueId(): string {
    return this.#told.queue_id as string
  }

  get lastEventId(): number {
    return this.#lastEventId
  }

  get userId(): number {
    return this.#options.userId ?? (this.#told.user_id as number)
  }

  /** Polls once, waiting for events or not, and applies them. Heartbeats are left out of the result. */
  async poll({ wait, signal }: { wait: boolean; signal?: AbortSignal }): Promise<Applied> {
    return this.receive(await this.#ask(wait, signal))
  }

  async #ask(wait: boolean, signal?: AbortSignal): Promise<PolledEvents> {
    const after = this.#lastEventId
    const answer = await this.#options.client.call(
      getEvents,
      { queue_id: this.queueId, last_event_id: after, dont_block: !wait },
      signal ? { signal } : {},
    )
    return inOrder(after, answer.events as WireEvent[])
  }

  /** The answer to one poll, or the batches of a stream. */
  async *#answers(attempt: AbortController): AsyncGenerator<PolledEvents> {
    const { signal } = attempt
    const { next } = this.#choice
    // after a failure, don't block, so that the response shows at once that the server is back
    const isBack = this.#failures > 0 || this.#isLate
    if (isBack || next !== 'stream') {
      yield await this.#choice.polled(this.#ask(!isBack && next === 'poll', signal))
      return
    }
    let after = this.#lastEventId
    const params = { queue_id: this.queueId, last_event_id: after }
    const open = () => this.#options.client.open(streamEvents, params, { signal })
    for await (const events of this.#choice.events(open, attempt)) {
      const heard = inOrder(after, events)
      after = heard.last
      yield heard
    }
  }

  /**
   * Applies a response, which another session may have requested; skips known events. Throws {@link MissedEvents} after
   * a gap.
   */
  receive({ after, last, events: answered }: PolledEvents): Applied {
    if (after > this.#lastEventId) throw new MissedEvents()
    const events: WireEvent[] = []
    const changed = new Set<string>()
    for (const event of answered) {
      if (event.id <= this.#lastEventId) continue
      this.#lastEventId = event.id
      if (event.type === 'heartbeat') continue
      events.push(event)
      this.#apply(event, changed)
    }
    this.#lastEventId = Math.max(this.#lastEventId, last)
    return { events, changed }
  }

  /**
   * Applies a change that was requested, before its event arrives, which then changes nothing. Returns the changed keys.
   * If the server refuses, apply the opposite.
   */
  anticipate(event: WireEvent): ReadonlySet<string> {
    const changed = new Set<string>()
    this.#apply(event, changed)
    return changed
  }

  /**
   * Follows the queue until aborted: waits longer after each failure, respecting Retry-After, and registers again when
   * the queue is gone. Rejects when the account is signed out (401); can be called again then.
   */
  async follow(follower: Follower, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const attempt = new AbortController()
      const end = () => attempt.abort()
      signal.addEventListener('abort', end)
      this.#wake = (alsoRequest) => alsoRequest && end()
      const expectAnswer = () => setTimeout(() => attempt.abort(new Silence()), this.#longestAnswerMs)
      let silence = expectAnswer()
      try {
        for await (const heard of this.#answers(attempt)) {
          if (signal.aborted) return
          clearTimeout(silence)
          silence = expectAnswer()
          if (this.#isLate && heard.events.length >= maxLate && (await this.#renew(follower))) break
          follower.heard?.(heard)
          for (const piece of this.#isLate ? pieces(heard) : [heard]) {
            if (piece !== heard) await turn()
            const { events, changed } = this.receive(piece)
            if (events.length > 0) follower.events?.(events, changed)
          }
          if (this.#failures > 0 || this.#isLate) follower.connection?.('live')
          this.#failures = 0
          this.#isLate = false
        }
      } catch (problem) {
        if (signal.aborted) return
        // `wake` aborted this attempt, so it isn't a failure
        if (attempt.signal.aborted && !(attempt.signal.reason instanceof Silence)) continue
        if (problem instanceof ApiError && problem.code === 'BAD_EVENT_QUEUE_ID') {
          if (await this.#renew(follower)) continue
        } else if (isSignedOut(problem)) {
          this.#failures++
          throw problem
        }
        follower.connection?.('waiting', problem)
        await this.#pause(waitMs(this.#failures++, problem), signal)
      } finally {
        clearTimeout(silence)
        signal.removeEventListener('abort', end)
        this.#wake = undefined
      }
    }
  }

  /**
   * Retries now instead of waiting. With `request`, also restarts a request in flight, whose connection may be dead.
   */
  wake({ request = false }: { request?: boolean } = {}): void {
    this.#wake?.(request)
  }

  /** The server sends at least a heartbeat in this time; a request that takes longer has a dead connection. */
  get #longestAnswerMs(): number {
    return (Number(this.#told.event_queue_longpoll_timeout_seconds ?? 90) + 10) * 1000
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done)
      this.#wake = done
    })
  }

  /**
   * Merges a response into the state, and returns which keys changed. `join` also gets the events since the request,
   * which may be newer. Dropped if the session registered again in the meantime.
   */
  async learn<T>(
    ask: () => Promise<T>,
    join: (told: SessionState['told'], answer: T, interim: readonly WireEvent[]) => SessionState['told'],
  ): Promise<ReadonlySet<string>> {
    const interim: WireEvent[] = []
    this.#questions.add(interim)
    try {
      const answer = await ask()
      if (!this.#questions.has(interim)) return new Set()
      const before = this.#told
      this.#told = join(before, answer, interim)
      return new Set(Object.keys(this.#told).filter((key) => this.#told[key] !== before[key]))
    } finally {
      this.#questions.delete(interim)
    }
  }

  async close(): Promise<void> {
    await this.#options.client.call(deleteQueue, { queue_id: this.queueId })
  }

  async #renew(follower: Follower): Promise<boolean> {
    try {
      await this.#register()
    } catch (problem) {
      if (isSignedOut(problem)) {
        this.#failures++
        throw problem
      }
      return false
    }
    if (this.#failures > 0 || this.#isLate) follower.connection?.('live')
    this.#failures = 0
    this.#isLate = false
    follower.replaced?.()
    return true
  }

  async #register(): Promise<void> {
    const { client, parameters } = this.#options
    this.#questions.clear()
    this.#told = unpacked(await client.call(registerQueue, (parameters ?? {}) as never))
    this.#lastEventId = this.#told.last_event_id as number
  }

  #apply(event: WireEvent, changed: Set<string>): void {
    for (const interim of this.#questions) interim.push(event)
    for (const { state, keys } of this.#states.get(eventName(event)) ?? []) {
      const own = keys.filter((key) => key in this.#told)
      if (own.length === 0) continue
      const before = Object.fromEntries(own.map((key) => [key, this.#told[key]]))
      const after = reduceState(state, before, event, holderOf(this.userId, this.#told)) as Record<string, unknown>
      const different = own.filter((key) => after[key] !== before[key])
      if (different.length === 0) continue
      this.#told = { ...this.#told, ...Object.fromEntries(different.map((key) => [key, after[key]])) }
      for (const key of different) changed.add(key)
    }
  }
}

function inOrder(after: number, events: WireEvent[]): PolledEvents {
  let last = after
  for (const { id } of events) {
    if (id <= last) throw new Error('Events of a queue must come in order, each once')
    last = id
  }
  return { after, last, events }
}

/** Expands compact fields, because events update the usual form. */
function unpacked(told: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { unread_msgs } = told
  if (typeof (unread_msgs as Partial<CompactUnread> | undefined)?.mentions !== 'string') return told
  return { ...told, unread_msgs: unpackUnread(unread_msgs as CompactUnread) }
}

function pieces({ after, last, events }: PolledEvents): PolledEvents[] {
  const found: PolledEvents[] = []
  for (let from = 0; from < events.length; from += lateAtOnce) {
    const some = events.slice(from, from + lateAtOnce)
    const isLast = from + lateAtOnce >= events.length
    found.push({ after: found.at(-1)?.last ?? after, last: isLast ? last : (some.at(-1)?.id ?? last), events: some })
  }
  return found
}

function byEvent(states: readonly AnyState[]) {
  const found = new Map<string, { state: AnyState; keys: readonly string[] }[]>()
  for (const state of states) {
    const entry = { state, keys: Object.keys(state.schema.shape) }
    for (const name of state.reducers.keys()) found.set(name, [...(found.get(name) ?? []), entry])
  }
  return found
}
