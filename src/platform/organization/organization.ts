import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type EventKind, eventName, type PayloadOf, serverEvent, type UserId } from '#contract'
import { type CostAccount, type Database, DatabaseUnavailable, type Tx } from '#platform/db'
import {
  type Audience,
  type Entry,
  entry,
  keepQueues,
  lastPosition,
  placesPerPosition,
  Queues,
  readLog,
  Tail,
} from '#platform/events'
import type { Language } from '#platform/languages'
import type { Viewer } from '#platform/viewer'
import { Arrivals } from './arrivals.ts'
import type { Batch } from './batch.ts'
import { type Cache, type Change, type KeyedCache, KeyedValues } from './cache.ts'
import { LastMinute } from './last-minute.ts'
import { OpenMutation } from './mutation.ts'
import { ReplicaReading } from './replica-reading.ts'
import type { OrganizationServices } from './services.ts'
import { SharedQuestion } from './shared-question.ts'
import { type WriteOptions, Writer, writerQueueKey } from './writer.ts'

const recoverAgainMs = 500
/** Maximum wait for another process's announcement; then its entries are read from the log. */
const wordMs = 200
/** Maximum wait for the newest position when reading. An unreachable database fails at once. */
const catchUpMs = 2_000
/** Maximum number of transient events that wait for a place. */
const maxUnplaced = 2_000

/** One organization in this process: its memory, its writer, and the event queues of its connected clients. */
export class Organization {
  readonly id: number
  readonly db: Database
  readonly services: OrganizationServices
  readonly queues: Queues
  /** The position of the log that memory reflects. */
  position = 0
  tail = new Tail(0)
  readonly lastMinute = new LastMinute(() => this.now().getTime())
  /** Background work that features still have to do, by name, for the metrics. */
  readonly backlog = new Map<string, number>()
  readonly spareIds = new Map<string, number[]>()
  readonly #writer: Writer
  readonly #replicaReading: ReplicaReading
  readonly #end: SharedQuestion<number>
  readonly #values = new Map<Cache, unknown>()
  readonly #keyed = new Map<KeyedCache, KeyedValues<unknown>>()
  readonly #viewers = new Map<UserId, Viewer | undefined>()
  readonly #arrivals = new Arrivals()
  #trusted = false
  #recovering: Promise<void> | undefined
  /** A stored event on its way, to make room for transient ones. */
  #ticking: Promise<void> | undefined
  /** Transient events that wait for it, oldest first. */
  readonly #unplaced: { readonly one: Entry; readonly settle: (isPlaced: boolean) => void }[] = []

  constructor(id: number, services: OrganizationServices) {
    this.id = id
    this.db = services.db
    this.services = services
    this.#writer = new Writer(this)
    this.#replicaReading = new ReplicaReading(id, services.db)
    this.#end = new SharedQuestion(() => this.db.readOnce((tx) => lastPosition(tx, id)))
    this.queues = new Queues(this, services.queueServices)
  }

  now(): Date {
    return this.services.now()
  }

  /** Loads memory, also when the organization was evicted but is still referenced. */
  open(): Promise<void> {
    return this.#writer.exclusive(() => this.load())
  }

  /** True if there are no waiting clients, no writes in progress, and no background work left. */
  get isIdle(): boolean {
    if (!this.#trusted || this.#writer.isBusy || this.queues.waiting > 0) return false
    return [...this.backlog.values()].every((left) => left === 0)
  }

  /** Stores the queues' positions. Adds a tick, so that event IDs already sent keep increasing after the next load. */
  async store(): Promise<void> {
    const keepEventsMs = this.services.config.keepEventsMinutes * 60_000
    await keepQueues(this.db, [this], { now: this.now(), keepEventsMs })
    if (this.queues.count > 0 && this.tail.end % placesPerPosition !== 0)
      await this.transact(null, async (mutation) => mutation.emit(tick, {}))
  }

  /** Loads memory from one consistent snapshot; also used after a failure left it in doubt. */
  async load(): Promise<void> {
    await this.db.read(async (tx) => {
      const position = await lastPosition(tx, this.id)
      const values = new Map<Cache, unknown>()
      for (const cache of this.services.caches) values.set(cache, await cache.load(tx, this.id))
      for (const cache of this.services.keyedCaches) {
        const keyed = this.#keyed.get(cache)
        if (keyed) await keyed.renew(tx)
        else this.#keyed.set(cache, new KeyedValues(cache, this.id))
      }
      for (const [cache, value] of values) this.#values.set(cache, value)
      this.position = position
      this.#arrivals.reached(position)
      this.tail = new Tail(position * placesPerPosition)
      this.#viewers.clear()
    })
    this.#trusted = true
    await this.queues.reload()
  }

  /** Marks memory as possibly wrong: it's reloaded before the next write, or as soon as the database allows. */
  invalidate(): void {
    this.#trusted = false
    this.#recovering ??= this.#recover().finally(() => {
      this.#recovering = undefined
    })
  }

  async revalidate(): Promise<void> {
    if (!this.#trusted) await this.load()
  }

  /** Reloads now rather than on the next write: a pending request may be waiting for a commit that did succeed. */
  async #recover(): Promise<void> {
    while (!this.#trusted) {
      try {
        await this.#writer.exclusive(() => this.revalidate())
      } catch (error) {
        const wait = error instanceof DatabaseUnavailable ? recoverAgainMs : 10 * recoverAgainMs
        await new Promise((resolve) => setTimeout(resolve, wait).unref())
      }
    }
  }

  get<T>(cache: Cache<T>): T {
    return this.#values.get(cache as Cache) as T
  }

  keyed<V>(cache: KeyedCache<V>): KeyedValues<V> {
    return this.#keyed.get(cache as KeyedCache) as KeyedValues<V>
  }

  /** Returns a keyed value, loading it if needed. Only outside of mutations. */
  async fetch<V>(cache: KeyedCache<V>, key: UserId, tx?: Tx, costAccount?: CostAccount): Promise<V> {
    for (;;) {
      const values = this.keyed(cache)
      const known = values.peek(key)
      if (known !== undefined) return known
      const { version } = values
      const load = (within: Tx) => cache.load(within, this.id, [key])
      const value = (await (tx && this.db.embedded ? load(tx) : this.db.read(load, undefined, costAccount))).get(
        key,
      ) as V
      if (values.version !== version) continue
      values.keep(key, value)
      return value
    }
  }

  /** Loads the missing values in one read, so that {@link KeyedValues.peek} finds them. */
  async fetchAll<V>(cache: KeyedCache<V>, keys: readonly UserId[]): Promise<void> {
    for (;;) {
      const values = this.keyed(cache)
      const missing = [...new Set(keys)].filter((key) => values.peek(key) === undefined)
      if (missing.length === 0) return
      const { version } = values
      const loaded = await this.db.read((tx) => cache.load(tx, this.id, missing))
      if (values.version !== version) continue
      for (const [key, value] of loaded) values.keep(key, value)
      return
    }
  }

  /** A user with their current permissions; undefined if the user doesn't exist or can't act. */
  viewer(userId: UserId): Viewer | undefined {
    if (!this.#viewers.has(userId)) this.#viewers.set(userId, this.services.viewerOf(this, userId))
    return this.#viewers.get(userId)
  }

  /** The language of text without a particular reader, such as notices in channels. */
  get language(): Language {
    return this.services.languageOf(this)
  }

  get hasOthers(): boolean {
    return this.services.hasOthers()
  }

  isCached(name: string): boolean {
    return this.services.mirroredEvents.has(name)
  }

  async transact<T>(
    viewerId: UserId | null,
    work: (mutation: OpenMutation) => Promise<T>,
    costAccount?: CostAccount,
    options?: WriteOptions,
  ): Promise<T> {
    const last: { mutation?: OpenMutation } = {}
    const run = (mutation: OpenMutation) => {
      last.mutation = mutation
      return work(mutation)
    }
    try {
      return await this.#writer.transact(viewerId, run, costAccount, options)
    } catch (error) {
      const refusalWork = error instanceof ApiError && !options?.isDryRun ? last.mutation?.refusalWork : undefined
      if (refusalWork) await this.#writer.transact(null, refusalWork, costAccount)
      throw error
    }
  }

  /** Reads from an up-to-date replica, else the primary. `work` may run again; `isOne`: it runs one statement. */
  async readAnywhere<T>(
    work: (tx: Tx) => Promise<T>,
    costAccount?: CostAccount,
    { isOne = false }: { isOne?: boolean } = {},
  ): Promise<T> {
    const { replicas } = this.db
    const read = replicas && (await this.#replicaReading.read(replicas, work, costAccount))
    if (read) return read.value
    return isOne ? this.db.readOnce(work, costAccount) : this.db.read(work, undefined, costAccount)
  }

  /** Reads at one position: the database, memory, and the position agree. */
  async readAtPosition<T>(work: (tx: Tx, at: number) => Promise<T>, costAccount?: CostAccount): Promise<T> {
    const read = async (tx: Tx) => {
      if (!this.db.embedded) await this.catchUp(tx, await lastPosition(tx, this.id))
      return work(tx, this.tail.end)
    }
    return this.#writer.exclusive(async () => {
      await this.revalidate()
      // embedded: in the writer's queue, because the writer waits for this read; a server needs no queue
      const queueKey = this.db.embedded ? { queueKey: writerQueueKey(this.id) } : {}
      const paying = { ...queueKey, charge: (ms: number) => costAccount?.charge(ms) }
      return this.db.read(read, undefined, paying)
    }, costAccount)
  }

  /**
   * Sends an event that's never stored, such as typing or presence. Resolves to false if it was dropped because the
   * database couldn't make room for it in the order of events, or too many others wait for that.
   */
  announce<K extends EventKind>(kind: K, payload: PayloadOf<K>, audience: Audience | UserId[]): Promise<boolean> {
    this.services.bus.announce(this.id, { type: kind.type, op: kind.op, payload, audience })
    return this.#pass(entry(kind, payload as object, audience, 0))
  }

  queuesEnded(ids: readonly string[]): void {
    this.services.bus.queuesEnded(this.id, ids, this.position)
  }

  /** Adopts another process's event that isn't stored. */
  announced(one: { type: string; op?: string; payload: Record<string, unknown>; audience: Audience | UserId[] }): void {
    const { audience, ...rest } = one
    void this.#pass({
      op: undefined,
      ...rest,
      at: 0,
      size: 0,
      audience: Array.isArray(audience) ? { users: audience } : audience,
      bodies: new Map(),
    })
  }

  /** Adds it behind those that wait for a place. */
  async #pass(one: Entry): Promise<boolean> {
    const sized = { ...one, size: JSON.stringify(one.payload).length }
    if (this.#unplaced.length === 0 && this.#placePassing(sized)) return true
    if (this.#unplaced.length >= maxUnplaced) return false
    return new Promise((settle) => this.#unplaced.push({ one: sized, settle }))
  }

  /** False if no place is left before the next stored event, which is then on its way. */
  #placePassing(one: Entry): boolean {
    const at = this.nextPlace()
    if (at === undefined) return false
    const placed = { ...one, at }
    this.tail.push(placed)
    this.queues.wake([placed])
    return true
  }

  /** A position after everything seen and before the next stored event; undefined if none is left. */
  nextPlace(): number | undefined {
    const at = this.tail.end + 1
    if (at % placesPerPosition !== 0) return at
    this.#ticking ??= this.transact(null, async (mutation) => mutation.emit(tick, {}))
      .catch(() => {
        for (const { settle } of this.#unplaced.splice(0)) settle(false)
      })
      .finally(() => {
        this.#ticking = undefined
      })
    return undefined
  }

  openMutation(batch: Batch, viewerId: UserId | null, now: Date, wrote: () => boolean, position: number): OpenMutation {
    return new OpenMutation(this, batch, viewerId, now, wrote, position)
  }

  async committed(entries: Entry[], tx: Tx): Promise<void> {
    if (entries.length === 0) return
    const { written } = this.services.counts
    const { byName } = written
    written.events += entries.length
    for (const name of entries.map(eventName)) byName.set(name, (byName.get(name) ?? 0) + 1)
    await this.#adopt(entries, tx)
    this.services.bus.committed(this.id, entries, this.position)
  }

  async catchUp(tx: Tx, upTo: number): Promise<void> {
    if (upTo < this.position) {
      // restored from a backup, or failed over to a server that hadn't received everything
      this.invalidate()
      throw new DatabaseUnavailable('it has lost what it had kept')
    }
    while (this.position < upTo) {
      const entries = await readLog(tx, this.id, this.position, upTo, 1_000)
      if (entries.length === 0) throw new Error(`The event log of organization ${this.id} ends before position ${upTo}`)
      this.services.counts.heard.fromLog += entries.length
      await this.#adopt(entries, tx)
    }
  }

  /** Catches up with other processes' writes, at least to the given position. */
  async follow(position: number): Promise<void> {
    if (position <= this.position) return
    await this.#writer.exclusive(async () => {
      if (position > this.position) await this.db.read(async (tx) => this.catchUp(tx, await lastPosition(tx, this.id)))
    })
  }

  /** Waits until memory has reached the position: by the other process's announcement, else by reading the log. */
  async reach(position: number): Promise<void> {
    if (position <= this.position || (await this.#arrivals.wait(position, wordMs))) return
    await this.follow(position)
  }

  /** Catches up with all processes' commits, so that their answers agree. If that takes too long, uses memory as is. */
  async catchUpWithOthers(): Promise<void> {
    if (this.services.isAlone()) return
    const caughtUp = this.#end.ask().then((position) => this.follow(position))
    await Promise.race([caughtUp.catch(() => {}), sleep(catchUpMs, undefined, { ref: false })])
  }

  /** Adopts another process's entries, without the database if they are next in the log and no cache follows them. */
  async told(entries: readonly Entry[]): Promise<void> {
    const upTo = positionOf(entries.at(-1))
    if (upTo <= this.position) return
    await this.#writer.exclusive(async () => {
      if (upTo <= this.position) return
      const fresh = entries.filter((one) => positionOf(one) > this.position)
      const isNext = positionOf(fresh[0]) === this.position + 1
      if (isNext && !fresh.some((one) => this.isCached(eventName(one)))) {
        this.services.counts.heard.byWord += fresh.length
        this.#place(fresh)
      } else await this.db.read(async (tx) => this.catchUp(tx, await lastPosition(tx, this.id)))
    })
  }

  async #adopt(entries: Entry[], tx: Tx): Promise<void> {
    const mirrored = entries.filter((one) => this.isCached(eventName(one)))
    if (mirrored[0]) {
      const members = this.queues.members()
      const changes: Change[] = []
      for (const cache of this.services.caches)
        for (const { names, follow } of cache.followers) {
          const events = mirrored.filter((one) => names.has(eventName(one)))
          if (events.length > 0) changes.push(await follow(this.get(cache), events, tx, this.id))
        }
      for (const change of changes) change()
      for (const values of this.#keyed.values()) for (const event of mirrored) await values.follow(event, tx)
      this.#viewers.clear()
      this.queues.membersChanged(members, mirrored[0].at)
    }
    this.#place(entries)
  }

  /** Adds entries to the tail. Call it after memory has been updated. */
  #place(entries: Entry[]): void {
    for (const one of entries) {
      this.tail.push(one)
      this.lastMinute.add(eventName(one))
    }
    this.position = positionOf(entries.at(-1))
    this.#arrivals.reached(this.position)
    this.queues.wake(entries)
    // perf: nothing waits unless a thousand transient events came without a stored one
    while (this.#unplaced[0] && this.#placePassing(this.#unplaced[0].one)) this.#unplaced.shift()?.settle(true)
  }
}

const positionOf = (one: Entry | undefined): number => (one?.at ?? 0) / placesPerPosition

/** An event for no audience that advances the log by one, to make room for events that aren't stored. */
const tick = serverEvent('tick', null, {})
