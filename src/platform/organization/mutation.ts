import {
  type ChannelId,
  type EventKind,
  eventName,
  type PayloadOf,
  type Scope,
  type UserId,
  userDeactivated,
} from '#contract'
import type { Tx } from '#platform/db'
import { type Audience, type Emit, type Entry, entry, placesPerPosition } from '#platform/events'
import type { Viewer } from '#platform/viewer'
import type { Batch, LateInsert } from './batch.ts'
import type { Cache, KeyedCache } from './cache.ts'
import type { Organization } from './organization.ts'

/** A program that acts for a user with an access token. */
export interface ActingAgent {
  readonly tokenId: number
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** The request's ID; a request may take several mutations. */
  readonly requestId: string
  /** The program's actions in this mutation, in order, in a form that can be undone. */
  readonly deeds: object[]
  /** Whether a user has approved what the program does in this mutation. */
  readonly isApproved: boolean
}

/** An open transaction that changes an organization, and its events. All other writes wait, so keep slow work out. */
export interface Mutation {
  readonly tx: Tx
  readonly org: Organization
  /** The caller, with their current permissions. A system mutation (job, command line) has none. */
  readonly viewer: Viewer
  /** Null for a system mutation. */
  readonly viewerId: UserId | null
  readonly now: Date
  /** The log's position before this mutation. */
  readonly position: number
  readonly emit: Emit
  /** The state before this mutation. */
  get<T>(cache: Cache<T>): T
  fetch<V>(cache: KeyedCache<V>, key: UserId): Promise<V>
  /** The next ID of an identity column's sequence, ascending within the organization in commit order. */
  nextId(sequence: string): Promise<number>
  nextIds(sequence: string, count: number): Promise<number[]>
  /** Queues a row to be inserted with the commit's other rows in one statement, before the next query runs. */
  insertLater<R>(rows: LateInsert<R>, row: R): void
  /** Runs after the commit; never if the mutation is rolled back. */
  onCommit(run: () => void): void
  /** Runs in a transaction of its own if the mutation is refused with an `ApiError`, before the caller gets the error. */
  afterRefusal(work: (mutation: Mutation) => Promise<void>): void
  readonly hasWritten: boolean
  /** True if the audit log leaves the mutation out: it changes the viewer's own things, or is an ordinary subscription. */
  isOwnAffair: boolean
  /** The channels that the viewer's token is limited to, if any: see {@link Viewer}. */
  onlyChannels: ReadonlySet<ChannelId> | undefined
  agent: ActingAgent | undefined
  readonly emitted: readonly Entry[]
  /** Runs `work` as another user, in the same transaction. */
  as<T>(userId: UserId, work: () => Promise<T>): Promise<T>
}

export class OpenMutation implements Mutation {
  readonly tx: Tx
  readonly org: Organization
  readonly now: Date
  readonly position: number
  changesMemory = false
  /** See `afterRefusal`. */
  refusalWork: ((mutation: Mutation) => Promise<void>) | undefined
  isOwnAffair = false
  onlyChannels: ReadonlySet<ChannelId> | undefined
  agent: ActingAgent | undefined
  readonly #batch: Batch
  #viewerId: UserId | null
  readonly #wrote: () => boolean
  readonly #emitted: Entry[] = []
  #open = true

  constructor(
    org: Organization,
    batch: Batch,
    viewerId: UserId | null,
    now: Date,
    wrote: () => boolean,
    position: number,
  ) {
    this.org = org
    this.tx = batch.tx
    this.#batch = batch
    this.#viewerId = viewerId
    this.now = now
    this.#wrote = wrote
    this.position = position
  }

  get viewerId(): UserId | null {
    return this.#viewerId
  }

  get viewer(): Viewer {
    const viewer = this.viewerId === null ? undefined : this.org.viewer(this.viewerId)
    if (!viewer) throw userDeactivated()
    return this.onlyChannels ? { ...viewer, onlyChannels: this.onlyChannels } : viewer
  }

  emit: Emit = <K extends EventKind>(kind: K, payload: PayloadOf<K>, audience: Audience | UserId[] = []) => {
    if (!this.#open) throw new Error(`An event (${kind.type}) was emitted after its mutation had ended`)
    this.#emitted.push(entry(kind, payload as object, audience, 0))
    if (this.org.isCached(eventName(kind))) this.changesMemory = true
  }

  get<T>(cache: Cache<T>): T {
    return this.org.get(cache)
  }

  async fetch<V>(cache: KeyedCache<V>, key: UserId): Promise<V> {
    const values = this.org.keyed(cache)
    const known = values.peek(key)
    if (known !== undefined) return known
    const value = (await cache.load(this.tx, this.org.id, [key])).get(key) as V
    // don't cache this mutation's uncommitted changes: it may still be rolled back
    if (!this.#hasChanged) values.keep(key, value)
    return value
  }

  nextId(sequence: string): Promise<number> {
    return this.#batch.nextId(sequence)
  }

  nextIds(sequence: string, count: number): Promise<number[]> {
    return this.#batch.nextIds(sequence, count)
  }

  insertLater<R>(rows: LateInsert<R>, row: R): void {
    this.#batch.insertLater(this, rows, row)
  }

  onCommit(run: () => void): void {
    this.#batch.onCommit(run)
  }

  afterRefusal(work: (mutation: Mutation) => Promise<void>): void {
    this.refusalWork = work
  }

  get emitted(): readonly Entry[] {
    return this.#emitted
  }

  async as<T>(userId: UserId, work: () => Promise<T>): Promise<T> {
    const { viewerId, onlyChannels } = this
    this.#viewerId = userId
    this.onlyChannels = undefined
    try {
      return await work()
    } finally {
      this.#viewerId = viewerId
      this.onlyChannels = onlyChannels
    }
  }

  get hasWritten(): boolean {
    return this.#hasChanged || this.#emitted.length > 0
  }

  get #hasChanged(): boolean {
    return this.#wrote() || this.#batch.changedBy(this)
  }

  close(): void {
    this.#open = false
  }

  /** Assigns positions to the emitted events, after those of earlier mutations in the same commit. */
  place(entries: Entry[]): void {
    for (const one of this.#emitted) {
      const at = (this.org.position + entries.length + 1) * placesPerPosition
      entries.push({ ...one, at })
    }
  }
}
