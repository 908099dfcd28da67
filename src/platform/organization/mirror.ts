import type { Tx } from '#platform/db'
import type { Audience } from '#platform/events'

/** An event as the log keeps it, already committed. */
export interface LoggedEvent {
  readonly type: string
  readonly op: string | undefined
  readonly payload: Record<string, unknown>
  readonly audience: Audience
}

/**
 * Part of an organization kept in memory by every process, loaded when the organization is opened and kept fresh by
 * following the log. Under the organization's lock it is exact: it shows everything committed before the act.
 */
export interface Mirror<T = unknown> {
  readonly name: string
  load(tx: Tx, orgId: number): Promise<T>
  /** For each event type: how the value changes, reading from the database what the event does not say. */
  readonly follow: Readonly<Record<string, Follow<T>>>
}

// a method's parameters compare loosely, so that mirrors of different values fit in one list
type Follow<T> = {
  follow(value: T, events: LoggedEvent[], tx: Tx, orgId: number): Promise<void> | void
}['follow']

export const mirror = <T>(declaration: Mirror<T>): Mirror<T> => declaration

/** The same for something too large to hold whole: values by key, loaded when first asked for. */
export interface KeyedMirror<V = unknown> {
  readonly name: string
  load(tx: Tx, orgId: number, keys: number[]): Promise<Map<number, V>>
  /** For each event type: the keys whose values an event makes stale, or `all`. */
  readonly follow: Readonly<Record<string, (event: LoggedEvent) => number[] | 'all'>>
  /** Most values kept; the ones least recently used go first. */
  readonly capacity: number
}

export const keyedMirror = <V>(declaration: KeyedMirror<V>): KeyedMirror<V> => declaration

/** The loaded values of one keyed mirror in one organization. */
export class KeyedValues<V> {
  readonly mirror: KeyedMirror<V>
  readonly orgId: number
  /** Counts the changes followed, so that a load that overlapped one is not kept. */
  version = 0
  readonly #values = new Map<number, V>()
  readonly #pinned = new Map<number, number>()

  constructor(mirror: KeyedMirror<V>, orgId: number) {
    this.mirror = mirror
    this.orgId = orgId
  }

  peek(key: number): V | undefined {
    return this.#values.get(key)
  }

  keep(key: number, value: V): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.mirror.capacity + this.#pinned.size) {
      for (const oldest of this.#values.keys()) {
        if (this.#pinned.has(oldest) || oldest === key) continue
        this.#values.delete(oldest)
        break
      }
    }
  }

  /** A pinned value stays loaded until unpinned as often as it was pinned. */
  pin(key: number): void {
    this.#pinned.set(key, (this.#pinned.get(key) ?? 0) + 1)
  }

  unpin(key: number): void {
    const left = (this.#pinned.get(key) ?? 0) - 1
    if (left > 0) this.#pinned.set(key, left)
    else this.#pinned.delete(key)
  }

  /** Forgets everything and loads what is pinned anew. */
  async renew(tx: Tx): Promise<void> {
    const pinned = [...this.#pinned.keys()]
    const fresh = pinned.length > 0 ? await this.mirror.load(tx, this.orgId, pinned) : new Map<number, V>()
    this.version++
    this.#values.clear()
    for (const [key, value] of fresh) this.keep(key, value)
  }

  async follow(event: LoggedEvent, tx: Tx): Promise<void> {
    const stale = this.mirror.follow[event.type]?.(event)
    if (!stale) return
    this.version++
    const keys = stale === 'all' ? [...this.#values.keys()] : stale.filter((key) => this.#values.has(key))
    for (const key of keys) if (!this.#pinned.has(key)) this.#values.delete(key)
    const pinned = keys.filter((key) => this.#pinned.has(key))
    if (pinned.length === 0) return
    for (const [key, value] of await this.mirror.load(tx, this.orgId, pinned)) this.keep(key, value)
  }
}
