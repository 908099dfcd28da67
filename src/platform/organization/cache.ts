import { type EventKind, eventName, type PayloadOf, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Audience, Entry } from '#platform/events'

/** An event of one of some kinds as the log keeps it, already committed; `op` tells them apart. */
export type LoggedEvent<K extends EventKind = EventKind> = K extends EventKind
  ? { readonly op: K['op']; readonly payload: PayloadOf<K>; readonly audience: Audience }
  : never

/** What is done about events of some kinds, by their names. */
export interface Follower<F> {
  readonly names: ReadonlySet<string>
  readonly follow: F
}

/** Changes what memory holds, in one go. */
export type Change = () => void

/**
 * Part of an organization kept in memory by every process, loaded when the organization is opened and kept fresh by
 * following the log. Under the organization's lock it is exact: it shows everything committed before the act.
 */
export interface Cache<T = unknown> {
  readonly name: string
  load(tx: Tx, orgId: number): Promise<T>
  readonly followers: readonly Follower<Follow<T>>[]
  /**
   * How the value changes after events of these kinds: it reads from the database what they do not say, and returns what
   * then changes the value, without waiting. Others look at the value while it reads, and all mirrors change at once. It
   * is given all events of one commit, in their order.
   */
  on<K extends EventKind>(
    kinds: K | readonly K[],
    follow: (value: T, events: LoggedEvent<K>[], tx: Tx, orgId: number) => Promise<Change> | Change,
  ): Cache<T>
}

// a method's parameters compare loosely, so that mirrors of different values fit in one list
type Follow<T> = {
  follow(value: T, events: readonly Entry[], tx: Tx, orgId: number): Promise<Change> | Change
}['follow']

/** Declares a mirror; `on` says what it follows, as for `state`. */
export function cache<T>(
  declaration: Pick<Cache<T>, 'name' | 'load'>,
  followers: readonly Follower<Follow<T>>[] = [],
): Cache<T> {
  return {
    ...declaration,
    followers,
    // what the log holds is what was emitted
    on: (kinds, follow) => cache(declaration, [...followers, { names: namesOf(kinds), follow: follow as never }]),
  }
}

const namesOf = (kinds: EventKind | readonly EventKind[]): ReadonlySet<string> => new Set([kinds].flat().map(eventName))

/** The same for something too large to hold whole: values by key, loaded when first asked for. */
export interface KeyedCache<V = unknown> {
  readonly name: string
  load(tx: Tx, orgId: number, keys: UserId[]): Promise<Map<UserId, V>>
  /** Most values kept; the ones least recently used go first. */
  readonly capacity: number
  readonly followers: readonly Follower<(event: Entry) => UserId[]>[]
  /** The keys whose values an event of these kinds makes stale. */
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

/** The loaded values of one keyed mirror in one organization. */
export class KeyedValues<V> {
  readonly cache: KeyedCache<V>
  readonly orgId: number
  /** Counts the changes followed, so that a load that overlapped one is not kept. */
  version = 0
  readonly #values = new Map<UserId, V>()
  readonly #pinned = new Map<UserId, number>()
  /** Those of the values that are not pinned; the one used least recently first. */
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

  /** A pinned value stays loaded until unpinned as often as it was pinned. */
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

  /** Forgets everything and loads what is pinned anew. */
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
