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

/** A program that acts for somebody, by an access token. */
export interface ActingAgent {
  readonly tokenId: number
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** Of the request, which may take several acts. */
  readonly requestId: string
  /** What it has done in this act, first to last, as whoever can undo it understands it. */
  readonly deeds: object[]
  /** Whether somebody has approved of what it does here. */
  readonly isApproved: boolean
}

/**
 * An open transaction that changes an organization, and the events that say so. Actions take it as their first
 * parameter and call each other freely. Nothing slow happens inside: every write of the organization waits.
 */
export interface Mutation {
  readonly tx: Tx
  readonly org: Organization
  /** Who acts, with the rights that the person has now; a system act (job, command line) has nobody. */
  readonly viewer: Viewer
  /** Null for a system act. */
  readonly viewerId: UserId | null
  readonly now: Date
  /** The log's position before this act. */
  readonly position: number
  readonly emit: Emit
  /** The organization as it was before this act. */
  get<T>(cache: Cache<T>): T
  fetch<V>(cache: KeyedCache<V>, key: UserId): Promise<V>
  /** The next id of an identity column's sequence; ascending within the organization, in the order of commits. */
  nextId(sequence: string): Promise<number>
  /** As many of them, ascending. */
  nextIds(sequence: string, count: number): Promise<number[]>
  /** Inserts a row with the other rows of this commit, in one statement: before anything else asks the database. */
  insertLater<R>(rows: LateInsert<R>, row: R): void
  /** Runs after the commit, and never when there is none. */
  onCommit(run: () => void): void
  /** Whether it has changed or emitted anything so far. */
  readonly hasWritten: boolean
  /** Set where it changes what is the viewer's own alone: the audit log is about what is others'. */
  isOwnAffair: boolean
  /** Where the viewer acts by a token that is limited to some channels: see {@link Viewer}. */
  onlyChannels: ReadonlySet<ChannelId> | undefined
  /** Set where the viewer acts by a token. */
  agent: ActingAgent | undefined
  /** What it has emitted so far. */
  readonly emitted: readonly Entry[]
  /** Does something as somebody else, in the same transaction. */
  as<T>(userId: UserId, work: () => Promise<T>): Promise<T>
}

export class OpenMutation implements Mutation {
  readonly tx: Tx
  readonly org: Organization
  readonly now: Date
  readonly position: number
  /** Whether an event was emitted that some mirror follows. */
  changesMemory = false
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
    if (!this.#open) throw new Error(`An event (${kind.type}) was emitted after its act had ended`)
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
    // what this act has changed but not committed must not outlive it
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

  /** Gives the emitted events their positions, after those of earlier acts in the same commit. */
  place(entries: Entry[]): void {
    for (const one of this.#emitted) {
      const at = (this.org.position + entries.length + 1) * placesPerPosition
      entries.push({ ...one, at })
    }
  }
}
