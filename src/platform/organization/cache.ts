import { type EventKind, eventName, type PayloadOf, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Audience, Entry } from '#platform/events'

/** A committed event of one of these kinds, as stored in the log; `op` discriminates. */
export type LoggedEvent<K extends EventKind = EventKind> = K extends EventKind
  ? { readonly op: K['op']; readonly payload: PayloadOf<K>; readonly audience: Audience }
  : never

export interface Follower<F> {
  readonly names: ReadonlySet<string>
  readonly follow: F
}

/** Changes memory synchronously. */
export type Change = () => void

/** Part of an organization, cached by every process and updated from the log; exact under the organization's lock. */
export interface Cache<T = unknown> {
  readonly name: string
  load(tx: Tx, orgId: number): Promise<T>
  readonly followers: readonly Follower<Follow<T>>[]
  /**
   * Handles one commit's events: reads missing data, and returns a synchronous change, applied together with those of
   * other caches.
   */
  on<K extends EventKind>(
    kinds: K | readonly K[],
    follow: (value: T, events: LoggedEvent<K>[], tx: Tx, orgId: number) => Promise<Change> | Change,
  ): Cache<T>
}

// a method's parameters are compared bivariantly, so caches of different values fit in one list
type Follow<T> = {
  follow(value: T, events: readonly Entry[], tx: Tx, orgId: number): Promise<Change> | Change
}['follow']

export function cache<T>(
  declaration: Pick<Cache<T>, 'name' | 'load'>,
  followers: readonly Follower<Follow<T>>[] = [],
): Cache<T> {
  return {
    ...declaration,
    followers,
    // the log holds what was emitted, so the payload has the kind's type
    on: (kinds, follow) => cache(declaration, [...followers, { names: namesOf(kinds), follow: follow as never }]),
  }
}

const namesOf = (kinds: EventKind | readonly EventKind[]): ReadonlySet<string> => new Set([kinds].flat().map(eventName))

/** A cache for data too large to hold whole: values by key, loaded on first use. */
export interface KeyedCache<V = unknown> {
  readonly name: string
  load(tx: Tx, orgId: number, keys: UserId[]): Promise<Map<UserId, V>>
  /** Maximum number of unpinned values; the least recently used are evicted first. */
  readonly capacity: number
  readonly followers: readonly Follower<(event: Entry) => UserId[]>[]
  /** Returns the keys whose values become stale after an event of these kinds. */
  on<K extends EventKind>(kinds: K | readonly K[], stale: (event: LoggedEvent<K>) => UserId[]): KeyedCache<V>
}

export function keyedCache<V>(
  declaration: Pick<KeyedCache<V>, 'name' | 'load' | 'capacity'>,
  followers: KeyedCache<V>['followers'] = [],
): KeyedCache<V> {
  return {
    ...declaration,
    followers,
    on: (kinds, stale) => keyedCache(declaration, [...followers, { names: namesOf(kinds), follow: stale as never }]),
  }
}

export class KeyedValues<V> {
  readonly cache: KeyedCache<V>
  readonly orgId: number
  /** Counts followed changes, so that a load that overlapped one isn't cached. */
  version = 0
  readonly #values = new Map<UserId, V>()
  readonly #pinned = new Map<UserId, number>()
  /** Keys of the unpinned values, least recently used first. */
  readonly #idle = new Set<UserId>()

  constructor(cache: KeyedCache<V>, orgId: number) {
    this.cache = cache
    this.orgId = orgId
  }

  peek(key: UserId): V | undefined {
    return this.#values.get(key)
  }

  keep(key: UserId, value: V): void {
    this.#values.set(key, value)
    if (!this.#pinned.has(key)) this.#addIdle(key)
  }

  #addIdle(key: UserId): void {
    this.#idle.delete(key)
    this.#idle.add(key)
    if (this.#idle.size <= this.cache.capacity) return
    const [oldest] = this.#idle
    this.#forget(oldest as UserId)
  }

  #forget(key: UserId): void {
    this.#idle.delete(key)
    this.#values.delete(key)
  }

  /** A pinned value stays loaded until it's unpinned as often as it was pinned. */
  pin(key: UserId): void {
    this.#pinned.set(key, (this.#pinned.get(key) ?? 0) + 1)
    this.#idle.delete(key)
  }

  unpin(key: UserId): void {
    const left = (this.#pinned.get(key) ?? 0) - 1
    if (left > 0) this.#pinned.set(key, left)
    else {
      this.#pinned.delete(key)
      if (this.#values.has(key)) this.#addIdle(key)
    }
  }

  async renew(tx: Tx): Promise<void> {
    const pinned = [...this.#pinned.keys()]
    const fresh = pinned.length > 0 ? await this.cache.load(tx, this.orgId, pinned) : new Map<UserId, V>()
    this.version++
    this.#values.clear()
    this.#idle.clear()
    for (const [key, value] of fresh) this.keep(key, value)
  }

  async follow(event: Entry, tx: Tx): Promise<void> {
    const name = eventName(event)
    for (const { names, follow } of this.cache.followers) if (names.has(name)) await this.#renew(follow(event), tx)
  }

  async #renew(stale: readonly UserId[], tx: Tx): Promise<void> {
    this.version++
    const keys = stale.filter((key) => this.#values.has(key))
    for (const key of keys) if (!this.#pinned.has(key)) this.#forget(key)
    const pinned = keys.filter((key) => this.#pinned.has(key))
    if (pinned.length === 0) return
    for (const [key, value] of await this.cache.load(tx, this.orgId, pinned)) this.keep(key, value)
  }
}
