import { ApiError, eventName, holderOf, reduceState, type WireEvent } from '#contract'
import { deleteQueue, getEvents, registerQueue } from '../src/areas/events/api.ts'
import type { LoquatClient } from './index.ts'
import { type AnyState, allStates } from './states.ts'

export interface SessionOptions {
  readonly client: LoquatClient
  /** Parameters of `POST /register`; what is left out is as the server says. */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** Only some of them, where the parameters fetch no others. */
  readonly states?: readonly AnyState[]
  /** Whose session it is; known from the answer where `realm_user` is fetched. */
  readonly userId?: number
}

/** What somebody who follows a session is told. */
export interface Follower {
  /** Events that came, without heartbeats; the session's state has followed them already. */
  events?(events: readonly WireEvent[], changed: ReadonlySet<string>): void
  /** The old queue is gone: the session has a new one, and a state that continues nothing. */
  replaced?(): void
  /** `live` while the server answers; `waiting` with the reason before the next attempt. */
  connection?(state: 'live' | 'waiting', problem?: unknown): void
}

/** Everything that a client which keeps its state with a session understands. */
export const allCapabilities: Readonly<Record<string, true>> = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
}

/** Seconds before the next attempt, after so many that failed. */
const backOffSecs = [0, 1, 2, 5, 10, 20, 30]

/**
 * One event queue, and the answer of `POST /register` as its events have changed it. Every client that keeps state can
 * keep it with this: the rules are the contract's own.
 */
export class Session {
  readonly #options: SessionOptions
  readonly #states: ReadonlyMap<string, readonly { state: AnyState; keys: readonly string[] }[]>
  #told: Readonly<Record<string, unknown>> = {}
  #lastEventId = -1

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
  async poll({ wait }: { wait: boolean }): Promise<{ events: WireEvent[]; changed: Set<string> }> {
    const answer = await this.#options.client.call(getEvents, {
      queue_id: this.queueId,
      last_event_id: this.#lastEventId,
      dont_block: !wait,
    })
    const events: WireEvent[] = []
    const changed = new Set<string>()
    for (const event of answer.events as WireEvent[]) {
      if (event.id <= this.#lastEventId) throw new Error('Events of a queue must come in order, each once')
      this.#lastEventId = event.id
      if (event.type === 'heartbeat') continue
      events.push(event)
      this.#apply(event, changed)
    }
    return { events, changed }
  }

  /**
   * Follows the queue until the signal is given: waits longer after each failure, as long as a server asks for, and
   * registers anew when the queue is gone. Rejects when the account is signed out (401), which no waiting mends.
   */
  async follow(follower: Follower, signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      try {
        const { events, changed } = await this.poll({ wait: true })
        if (signal.aborted) return
        if (failures > 0) follower.connection?.('live')
        failures = 0
        if (events.length > 0) follower.events?.(events, changed)
      } catch (problem) {
        if (signal.aborted) return
        if (problem instanceof ApiError && problem.code === 'BAD_EVENT_QUEUE_ID') {
          if (await this.#renew(follower)) continue
        } else if (problem instanceof ApiError && problem.status === 401) throw problem
        follower.connection?.('waiting', problem)
        await pause(waitMs(failures++, problem), signal)
      }
    }
  }

  async close(): Promise<void> {
    await this.#options.client.call(deleteQueue, { queue_id: this.queueId })
  }

  async #renew(follower: Follower): Promise<boolean> {
    try {
      await this.#register()
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 401) throw problem
      return false
    }
    follower.replaced?.()
    return true
  }

  async #register(): Promise<void> {
    const { client, parameters } = this.#options
    this.#told = await client.call(registerQueue, (parameters ?? {}) as never)
    this.#lastEventId = this.#told.last_event_id as number
  }

  #apply(event: WireEvent, changed: Set<string>): void {
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

function byEvent(states: readonly AnyState[]) {
  const found = new Map<string, { state: AnyState; keys: readonly string[] }[]>()
  for (const state of states) {
    const entry = { state, keys: Object.keys(state.schema.shape) }
    for (const name of state.reducers.keys()) found.set(name, [...(found.get(name) ?? []), entry])
  }
  return found
}

/** At least as long as the server asks for; spread, so that everybody who was cut off does not come back at once. */
function waitMs(failures: number, problem: unknown): number {
  const secs = backOffSecs[Math.min(failures, backOffSecs.length - 1)] as number
  const asked = problem instanceof ApiError ? Number(problem.fields['retry-after'] ?? 0) : 0
  return Math.max(secs, asked) * 1000 * (1 + Math.random() / 4)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
