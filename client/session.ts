import { ApiError, eventName, holderOf, reduceState, type WireEvent } from '#contract'
import { deleteQueue, getEvents, registerQueue } from '../src/features/clients/events/api.ts'
import type { Applied, Follower, Heard } from './follower.ts'
import type { LoquatClient } from './index.ts'
import { waitMs } from './patience.ts'
import { type AnyState, allStates } from './states.ts'
import { turn } from './turn.ts'

export interface SessionOptions {
  readonly client: LoquatClient
  /** Parameters of `POST /register`; what is left out is as the server says. */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** Only some of them, where the parameters fetch no others. */
  readonly states?: readonly AnyState[]
  /** Whose session it is; known from the answer where `realm_user` is fetched. */
  readonly userId?: number
}

/** A session at a moment: another one can go on from here. */
export interface SessionState {
  readonly told: Readonly<Record<string, unknown>>
  readonly lastEventId: number
}

/** After so many events that were missed, a new state is there sooner than they are applied. */
const maxLate = 1_000
/** Of events that were missed, so many are applied in one go. */
const lateAtOnce = 100

/** An answer of the queue goes on from later than where the session stands. */
export class MissedEvents extends Error {}

const isSignedOut = (problem: unknown): boolean => problem instanceof ApiError && problem.status === 401

/**
 * One event queue, and the answer of `POST /register` as its events have changed it. Every client that keeps state can
 * keep it with this: the rules are the contract's own.
 */
export class Session {
  readonly #options: SessionOptions
  readonly #states: ReadonlyMap<string, readonly { state: AnyState; keys: readonly string[] }[]>
  #told: Readonly<Record<string, unknown>> = {}
  #lastEventId = -1
  /** Attempts that failed since the server last answered. */
  #failures = 0
  /** Nothing was heard yet since the state was put away, however long ago. */
  #isLate = false
  /** What was heard since each question that is open. */
  readonly #questions = new Set<WireEvent[]>()
  /** Ends the wait before the next attempt, or the request that is under way. */
  #wake: ((alsoRequest: boolean) => void) | undefined

  private constructor(options: SessionOptions) {
    this.#options = options
    this.#states = byEvent(options.states ?? allStates)
  }

  /** Opens a queue. Throws {@link ApiError} when the server refuses. */
  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options)
    await session.#register()
    return session
  }

  /** Goes on from where another session stands, or (`late`) has once stood, with the same queue. */
  static adopt(options: SessionOptions, state: SessionState, { late = false } = {}): Session {
    const session = new Session(options)
    session.replace(state)
    session.#isLate = late
    return session
  }

  /** Takes the place of what was known: another session with this queue began anew. */
  replace({ told, lastEventId }: SessionState): void {
    this.#questions.clear()
    this.#told = told
    this.#lastEventId = lastEventId
  }

  get state(): SessionState {
    return { told: this.#told, lastEventId: this.#lastEventId }
  }

  /** The register answer after every event so far. A key whose value has not changed keeps its identity. */
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

  /** Asks once, waiting for events or not, and applies what comes. Heartbeats are left out of the answer. */
  async poll({ wait, signal }: { wait: boolean; signal?: AbortSignal }): Promise<Applied> {
    return this.receive(await this.#ask(wait, signal))
  }

  async #ask(wait: boolean, signal?: AbortSignal): Promise<Heard> {
    const after = this.#lastEventId
    const answer = await this.#options.client.call(
      getEvents,
      { queue_id: this.queueId, last_event_id: after, dont_block: !wait },
      signal ? { signal } : {},
    )
    const events = answer.events as WireEvent[]
    let last = after
    for (const { id } of events) {
      if (id <= last) throw new Error('Events of a queue must come in order, each once')
      last = id
    }
    return { after, last, events }
  }

  /**
   * Applies an answer of the queue, which another session may have asked for: what is known already counts once. An
   * answer that goes on from later than this session stands is an error: something is missing between.
   */
  receive({ after, last, events: answered }: Heard): Applied {
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
   * Follows the queue until the signal is given: waits longer after each failure, as long as a server asks for, and
   * registers anew when the queue is gone. Rejects when the account is signed out (401), which no waiting mends; may be
   * called again then.
   */
  async follow(follower: Follower, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const attempt = new AbortController()
      const end = () => attempt.abort()
      signal.addEventListener('abort', end)
      this.#wake = (alsoRequest) => alsoRequest && end()
      let isSilent = false
      const silence = setTimeout(() => {
        isSilent = true
        end()
      }, this.#longestAnswerMs)
      try {
        // after a failure the answer comes at once, to tell that there is somebody again
        const heard = await this.#ask(this.#failures === 0 && !this.#isLate, attempt.signal)
        if (signal.aborted) return
        if (this.#isLate && heard.events.length >= maxLate && (await this.#renew(follower))) continue
        follower.heard?.(heard)
        for (const piece of this.#isLate ? pieces(heard) : [heard]) {
          if (piece !== heard) await turn()
          const { events, changed } = this.receive(piece)
          if (events.length > 0) follower.events?.(events, changed)
        }
        if (this.#failures > 0 || this.#isLate) follower.connection?.('live')
        this.#failures = 0
        this.#isLate = false
      } catch (problem) {
        if (signal.aborted) return
        // somebody asked for a new attempt at once: this one did not fail
        if (attempt.signal.aborted && !isSilent) continue
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
   * Tries again at once instead of waiting. With `request`, also one that is under way begins anew: after a sleep nobody
   * may be at the other end of it.
   */
  wake({ request = false }: { request?: boolean } = {}): void {
    this.#wake?.(request)
  }

  /** A server answers in time, with a heartbeat if nothing else: nobody is at the other end of what takes longer. */
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
   * Makes what the server answers part of the state, and says which keys that changed. The answer may be older than events
   * that came while it was on its way: `join` is given them. An answer that comes after the session began anew is dropped.
   */
  async learn<T>(
    ask: () => Promise<T>,
    join: (told: SessionState['told'], answer: T, meanwhile: readonly WireEvent[]) => SessionState['told'],
  ): Promise<ReadonlySet<string>> {
    const meanwhile: WireEvent[] = []
    this.#questions.add(meanwhile)
    try {
      const answer = await ask()
      if (!this.#questions.has(meanwhile)) return new Set()
      const before = this.#told
      this.#told = join(before, answer, meanwhile)
      return new Set(Object.keys(this.#told).filter((key) => this.#told[key] !== before[key]))
    } finally {
      this.#questions.delete(meanwhile)
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
    this.#told = await client.call(registerQueue, (parameters ?? {}) as never)
    this.#lastEventId = this.#told.last_event_id as number
  }

  #apply(event: WireEvent, changed: Set<string>): void {
    for (const meanwhile of this.#questions) meanwhile.push(event)
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

/** The same answer as several, one after the other. */
function pieces({ after, last, events }: Heard): Heard[] {
  const found: Heard[] = []
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
