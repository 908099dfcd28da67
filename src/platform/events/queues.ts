import { randomUUID } from 'node:crypto'
import { badEventQueueId } from '#contract'
import { compiled, type Database, type Row, type Tx } from '#platform/db'
import { type ClientView, clientView, type QueueOptions } from './client-view.ts'
import { type Audience, type Entry, placesPerPosition } from './entry.ts'
import { prune, readLog } from './log.ts'
import type { Tail } from './tail.ts'

/** Where in the log a user was subscribed to each channel. */
export interface Spans {
  /** Whether the user is or was subscribed at all. */
  has(channelId: number): boolean
  covers(channelId: number, position: number): boolean
}

/** How an event looks to one kind of client: the fields beside `id`, `type` and `op`; null when it gets none. */
export type View = (payload: Record<string, unknown>, client: ClientView, entry: Entry) => object | null

/** Whether one queue, with its own options, wants an event whose type and audience fit. */
export type QueueFilter = (entry: Entry, ownFields: Record<string, unknown>) => boolean

/** What queues ask of the areas. */
export interface QueueServices {
  readonly views: ReadonlyMap<string, View>
  /** The user's subscription spans, kept fresh in memory until the returned function is called. */
  watchSpans(org: QueueHost, userId: number): Promise<{ spans: () => Spans; release: () => void }>
  filter(org: QueueHost, userId: number | null, options: QueueOptions): QueueFilter | null
  isMember(org: QueueHost, userId: number): boolean
}

/** What queues need of their organization. */
export interface QueueHost {
  readonly id: number
  readonly db: Database
  readonly tail: Tail
  now(): Date
  nextPlace(): number | undefined
  /** Follows the log to a position, if it goes that far: another process may be there already. */
  follow(position: number): Promise<void>
}

/** The connection of a request that may wait long. */
export interface Closing {
  /** Gone before it was answered. */
  readonly isClosed: boolean
}

/**
 * A poll that waits. perf: it looks now and then whether its connection is there still; hearing of it costs a listener
 * for each poll, and what V8 makes for those among the old objects keeps the whole request until these are collected.
 */
class Waiter {
  readonly resolve: (events: string[]) => void
  readonly connection: Closing
  /** When it gets a heartbeat, on the process's own clock. */
  readonly beatAt: number

  constructor(resolve: (events: string[]) => void, connection: Closing, beatAt: number) {
    this.resolve = resolve
    this.connection = connection
    this.beatAt = beatAt
  }
}

class Queue {
  readonly id: string
  readonly userId: number
  readonly start: number
  readonly lifespanSecs: number
  readonly options: QueueOptions
  readonly types: ReadonlySet<string> | null
  readonly client: ClientView
  filter: QueueFilter | null = null
  spans: (() => Spans) | null = null
  release: () => void = () => {}
  acked: number
  /** Nothing for this queue lies between `acked` and here. */
  scanned: number
  lastSeen: number
  saved = { acked: 0, lastSeen: 0 }
  waiter: Waiter | null = null

  constructor(row: {
    id: string
    userId: number
    start: number
    acked: number
    lifespanSecs: number
    options: QueueOptions
    lastSeen: number
  }) {
    this.id = row.id
    this.userId = row.userId
    this.start = row.start
    this.acked = row.acked
    this.scanned = row.acked
    this.lifespanSecs = row.lifespanSecs
    this.options = row.options
    this.types = row.options.event_types ? new Set(row.options.event_types) : null
    this.client = clientView(row.options)
    this.lastSeen = row.lastSeen
    this.saved = { acked: row.acked, lastSeen: row.lastSeen }
  }
}

/** Queues that one person may have; with more, the one goes that was asked for longest ago. */
export const mostQueuesOfOne = 100
const mostEventsInOneAnswer = 2_000
/** How many places after a position are believed to be taken because a client says so. */
const placesTaken = placesPerPosition / 2
const minHeartbeatMs = 45_000
const maxHeartbeatMs = 55_000
const heartbeatCheckMs = 1_000

/** The event queues of one organization that this process serves: a start, a filter and a place in the log each. */
export class Queues {
  readonly #org: QueueHost
  readonly #services: QueueServices
  readonly #queues = new Map<string, Queue>()
  readonly #loading = new Map<string, Promise<Queue | undefined>>()
  readonly #byUser = new Map<number, Set<Queue>>()
  /** What somebody with queues was before each change, oldest first. */
  readonly #memberships = new Map<number, { until: number; isMember: boolean }[]>()
  /** How many removals of somebody's queues have begun, and the end of those that have. */
  #removals = 0
  #removing: Promise<unknown> = Promise.resolve()
  #closed = false
  /** perf: one for all, because a timer for each poll costs as much as its answer. */
  #pulse: NodeJS.Timeout | undefined

  constructor(org: QueueHost, services: QueueServices) {
    this.#org = org
    this.#services = services
  }

  get count(): number {
    return this.#queues.size
  }

  /** How many of them have a request that waits. */
  get waiting(): number {
    let count = 0
    for (const { waiter } of this.#queues.values()) if (waiter && !waiter.connection.isClosed) count++
    return count
  }

  /** Opens a queue for events after a position. */
  async create(userId: number, at: number, lifespanSecs: number, options: QueueOptions): Promise<string> {
    const id = randomUUID()
    const now = this.#org.now()
    await this.#org.db.transaction(async (tx) => {
      const others = await compiled<{ id: string; last_seen: Date }>(
        tx,
        `with made as (insert into event_queue (id, org_id, user_id, start, acked, options, lifespan_secs, last_seen)
           values ($1, $2, $3, $4, $4, $5::text::jsonb, $6, $7))
         select id, last_seen from event_queue where user_id = $3`,
        [id, this.#org.id, userId, at, JSON.stringify(options), lifespanSecs, now],
      )
      if (others.length >= mostQueuesOfOne) await this.#endIdle(tx, others)
    })
    await this.#adopt(new Queue({ id, userId, start: at, acked: at, lifespanSecs, options, lastSeen: now.getTime() }))
    return id
  }

  /** Ends those of somebody's queues that were asked for longest ago, until there is room for one more. */
  async #endIdle(tx: Tx, queues: readonly { id: string; last_seen: Date }[]): Promise<void> {
    const seen = new Map(
      queues.map(({ id, last_seen }) => {
        const known = this.#queues.get(id)
        return [id, known?.waiter ? Number.POSITIVE_INFINITY : Math.max(known?.lastSeen ?? 0, last_seen.getTime())]
      }),
    )
    const oldestFirst = [...seen].sort(([, a], [, b]) => (a === b ? 0 : a - b)).map(([id]) => id)
    const gone = oldestFirst.slice(0, queues.length + 1 - mostQueuesOfOne)
    // whoever is loading one of them looks again
    this.#removals++
    await compiled(tx, 'delete from event_queue where id = any($1::text[])', [gone])
    for (const id of gone) {
      const queue = this.#queues.get(id)
      if (queue) this.#forget(queue)
    }
  }

  async remove(id: string, userId: number): Promise<void> {
    const queue = await this.#find(id, userId)
    await this.#org.db.transaction((tx) => tx.deleteFrom('event_queue').where('id', '=', queue.id).execute())
    this.#forget(queue)
  }

  /** Ends every queue of a user at once. */
  async removeAll(userId: number): Promise<void> {
    this.#removals++
    for (const queue of [...(this.#byUser.get(userId) ?? [])]) this.#forget(queue)
    const removal = this.#org.db.transaction((tx) =>
      tx.deleteFrom('event_queue').where('user_id', '=', userId).execute(),
    )
    this.#removing = Promise.allSettled([this.#removing, removal])
    await removal
  }

  /**
   * The queue's events after `lastEventId`, as JSON texts in order. Waits for one unless told not to; a wait ends with
   * a heartbeat, with a newer request for the same queue, or with the connection.
   */
  async poll(
    id: string,
    userId: number,
    lastEventId: number | undefined,
    dontBlock: boolean,
    request: { readonly closed: Closing },
  ): Promise<string[]> {
    const queue = await this.#find(id, userId)
    this.#answer(queue, [])
    queue.lastSeen = this.#org.now().getTime()
    let from = queue.acked
    if (lastEventId !== undefined) {
      from = await this.#reach(queue, queue.start + lastEventId + 1)
      if (from > queue.acked) queue.acked = from
    }
    if (queue.scanned > from && from === queue.acked) from = queue.scanned
    const events = from < this.#org.tail.floor ? await this.#readBehind(queue, from) : this.#readTail(queue, from)
    if (events.length > 0 || dontBlock || this.#closed || request.closed.isClosed) return events
    return this.#wait(queue, request.closed)
  }

  /** Answers the waiting queues that some of these entries, newly in the tail, may be for. */
  wake(entries: readonly Entry[]): void {
    const woken = new Set<Queue>()
    for (const { audience } of entries) for (const queue of this.#maybeFor(audience)) if (queue.waiter) woken.add(queue)
    for (const queue of woken) {
      if (queue.waiter?.connection.isClosed) {
        this.#answer(queue, [])
        continue
      }
      const events = this.#readTail(queue, Math.max(queue.acked, queue.scanned))
      if (events.length > 0) this.#answer(queue, events)
    }
  }

  /** Which of the people with queues are members now. */
  members(): ReadonlySet<number> {
    const members = new Set<number>()
    for (const userId of this.#byUser.keys()) if (this.#services.isMember(this.#org, userId)) members.add(userId)
    return members
  }

  /** Remembers, for events before a place, who was a member until there. */
  membersChanged(before: ReadonlySet<number>, until: number): void {
    for (const userId of this.#byUser.keys()) {
      const isMember = before.has(userId)
      if (this.#services.isMember(this.#org, userId) === isMember) continue
      const changes = this.#memberships.get(userId)
      if (changes) changes.push({ until, isMember })
      else this.#memberships.set(userId, [{ until, isMember }])
    }
  }

  /** After the organization's memory was loaded anew, whoever waits looks again. */
  async reload(): Promise<void> {
    for (const queue of [...this.#queues.values()]) {
      // the database has lost what this client was told: it has to begin anew
      if (queue.acked >= (this.#position() + 1) * placesPerPosition) {
        this.#forget(queue)
        this.#org.db
          .transaction((tx) => tx.deleteFrom('event_queue').where('id', '=', queue.id).execute())
          .catch(() => {})
        continue
      }
      queue.scanned = queue.acked
      this.#answer(queue, [])
    }
  }

  /** Keeps the database's idea of the queues fresh enough for pruning, ends the abandoned ones, prunes the log. */
  async sweep(keepEventsMs: number): Promise<void> {
    const now = this.#org.now().getTime()
    for (const queue of [...this.#queues.values()]) {
      if (queue.waiter) queue.lastSeen = now
      if (queue.lastSeen + queue.lifespanSecs * 1000 < now) this.#forget(queue)
    }
    const stale = [...this.#queues.values()].filter(
      ({ acked, lastSeen, saved }) => acked !== saved.acked || lastSeen !== saved.lastSeen,
    )
    await this.#org.db.transaction(async (tx) => {
      if (stale.length > 0) {
        await compiled(
          tx,
          `update event_queue q set acked = greatest(q.acked, s.acked), last_seen = greatest(q.last_seen, s.seen)
           from unnest($1::text[], $2::bigint[], $3::timestamptz[]) s(id, acked, seen) where q.id = s.id`,
          [stale.map(({ id }) => id), stale.map(({ acked }) => acked), stale.map(({ lastSeen }) => new Date(lastSeen))],
        )
      }
      await compiled(
        tx,
        `delete from event_queue where org_id = $1 and last_seen + lifespan_secs * interval '1 second' < $2`,
        [this.#org.id, new Date(now)],
      )
      const [slowest] = await compiled<{ acked: number | null }>(
        tx,
        'select min(acked) as acked from event_queue where org_id = $1',
        [this.#org.id],
      )
      const upTo = Math.floor((slowest?.acked ?? this.#org.tail.end) / placesPerPosition)
      await prune(tx, this.#org.id, upTo, new Date(now - keepEventsMs))
    })
    for (const queue of stale) queue.saved = { acked: queue.acked, lastSeen: queue.lastSeen }
  }

  /** Answers every waiting request, and lets none wait any more: the process is stopping. */
  close(): void {
    this.#closed = true
    clearInterval(this.#pulse)
    for (const queue of this.#queues.values()) this.#answer(queue, [])
  }

  /**
   * The place that a client says it has come to, once this process has come there too: another one may have answered
   * it until now. A place that the log does not reach is no place, and the newest one stands for it.
   */
  async #reach(queue: Queue, place: number): Promise<number> {
    const position = Math.floor(place / placesPerPosition)
    if (place > this.#org.tail.end && position > this.#position()) await this.#org.follow(position)
    const { tail } = this.#org
    if (position > this.#position()) return Math.max(tail.end, queue.acked)
    // passing events of the other process took places here; new ones come after them, unless somebody has made them up
    if (place > tail.end)
      tail.end = Math.min(place, Math.max(tail.end, this.#position() * placesPerPosition + placesTaken))
    return place
  }

  #position(): number {
    return Math.floor(this.#org.tail.end / placesPerPosition)
  }

  #wait(queue: Queue, connection: Closing): Promise<string[]> {
    this.#pulse ??= setInterval(() => this.#beat(), heartbeatCheckMs).unref()
    // another request for the queue may have come to this point meanwhile
    this.#answer(queue, [])
    return new Promise((resolve) => {
      const delay = minHeartbeatMs + Math.random() * (maxHeartbeatMs - minHeartbeatMs)
      queue.waiter = new Waiter(resolve, connection, performance.now() + delay)
    })
  }

  /** Answers the poll that waits for the queue, if one does. */
  #answer(queue: Queue, events: string[]): void {
    const { waiter } = queue
    if (!waiter) return
    queue.waiter = null
    queue.lastSeen = this.#org.now().getTime()
    waiter.resolve(events)
  }

  #beat(): void {
    const now = performance.now()
    for (const queue of this.#queues.values()) {
      const { waiter } = queue
      if (waiter?.connection.isClosed) this.#answer(queue, [])
      else if (waiter && waiter.beatAt <= now)
        this.#answer(queue, [`{"type":"heartbeat","id":${this.#heartbeatPlace(queue) - queue.start - 1}}`])
    }
  }

  #heartbeatPlace(queue: Queue): number {
    const { tail } = this.#org
    if (tail.end > queue.acked) return tail.end
    const place = this.#org.nextPlace()
    if (place !== undefined) tail.end = place
    return tail.end
  }

  *#maybeFor({ everyone, members, users, channel, publicChannel }: Audience): Iterable<Queue> {
    if (everyone || members) yield* this.#queues.values()
    else {
      for (const user of users ?? []) yield* this.#byUser.get(user) ?? []
      if (channel !== undefined)
        for (const queues of this.#byUser.values())
          for (const queue of queues) if (publicChannel || queue.spans?.().has(channel)) yield queue
    }
  }

  #readTail(queue: Queue, from: number): string[] {
    const events: string[] = []
    this.#org.tail.each(from, (entry) => {
      const event = this.#present(queue, entry)
      if (event !== null) events.push(event)
      return events.length < mostEventsInOneAnswer
    })
    if (events.length === 0) queue.scanned = Math.max(from, this.#org.tail.end)
    return events
  }

  async #readBehind(queue: Queue, from: number): Promise<string[]> {
    const events: string[] = []
    let at = from
    while (at < this.#org.tail.floor && events.length === 0) {
      const above = Math.floor(at / placesPerPosition)
      const upTo = this.#org.tail.floor / placesPerPosition
      const entries = await this.#org.db.read((tx) => readLog(tx, this.#org.id, above, Math.floor(upTo), 500))
      for (const entry of entries) {
        const event = entry.at > from ? this.#present(queue, entry) : null
        if (event !== null) events.push(event)
      }
      at = entries.length < 500 ? this.#org.tail.floor : (entries[entries.length - 1] as Entry).at
    }
    // in order and complete up to `at`; what is still missing comes with the next poll
    return events.length > 0 ? events : this.#readTail(queue, at)
  }

  #present(queue: Queue, entry: Entry): string | null {
    const { type, op, payload, audience, at } = entry
    if (queue.types && !queue.types.has(type)) return null
    const own = audience.perUser?.[queue.userId] ?? audience.others
    if (!this.#isFor(queue, audience, at)) return null
    if (queue.filter && !queue.filter(entry, own ?? {})) return null
    let body = entry.bodies.get(queue.client.key)
    if (body === undefined) {
      const view = this.#services.views.get(type)
      const fields = view ? view(payload, queue.client, entry) : payload
      body = fields === null ? null : JSON.stringify({ type, op, ...fields }).slice(0, -1)
      entry.bodies.set(queue.client.key, body)
    }
    if (body === null) return null
    const mine = { ...own, ...audience.perQueue?.[queue.id] }
    const extra = own || audience.perQueue ? JSON.stringify(mine) : '{}'
    return `${body}${extra === '{}' ? '' : `,${extra.slice(1, -1)}`},"id":${at - queue.start - 1}}`
  }

  #isFor(queue: Queue, audience: Audience, at: number): boolean {
    if (audience.except?.includes(queue.userId)) return false
    if (audience.everyone) return true
    if (audience.members && this.#wasMember(queue.userId, at)) return true
    if (audience.users?.includes(queue.userId)) return true
    if (audience.channel === undefined) return false
    if (audience.publicChannel && queue.options.all_public_streams) return true
    const position = Math.floor(at / placesPerPosition)
    // a passing event lies after its log position, a stored one on it
    const after = at % placesPerPosition === 0 ? position : position + 1
    return queue.spans?.().covers(audience.channel, after) ?? false
  }

  /** Somebody may have become a guest, or a member, after an event that is still to be fetched. */
  #wasMember(userId: number, at: number): boolean {
    const change = this.#memberships.get(userId)?.find(({ until }) => at < until)
    return change ? change.isMember : this.#services.isMember(this.#org, userId)
  }

  async #find(id: string, userId: number): Promise<Queue> {
    const queue = this.#queues.get(id) ?? (await this.#loadQueue(id))
    if (!queue || queue.userId !== userId) throw badEventQueueId({ queue_id: id })
    return queue
  }

  /** A queue that another process made, or this one before it was restarted. */
  #loadQueue(id: string): Promise<Queue | undefined> {
    const loading =
      this.#loading.get(id) ??
      (async () => {
        const row = await this.#stored(id)
        if (!row || row.user_id === null) return undefined
        const { start, acked, options, last_seen } = row
        const queue = new Queue({
          id,
          userId: row.user_id,
          start,
          acked,
          options,
          lifespanSecs: row.lifespan_secs,
          lastSeen: last_seen.getTime(),
        })
        await this.#adopt(queue)
        return queue
      })()
    this.#loading.set(id, loading)
    return loading.finally(() => this.#loading.delete(id))
  }

  /** What is being removed is not there, nor is what was removed while the database was read. */
  async #stored(id: string): Promise<Row<'event_queue'> | undefined> {
    for (;;) {
      const removals = this.#removals
      await this.#removing
      const row = await this.#org.db.read((tx: Tx) =>
        tx
          .selectFrom('event_queue')
          .selectAll()
          .where('id', '=', id)
          .where('org_id', '=', this.#org.id)
          .executeTakeFirst(),
      )
      if (removals === this.#removals) return row
    }
  }

  async #adopt(queue: Queue): Promise<void> {
    const { spans, release } = await this.#services.watchSpans(this.#org, queue.userId)
    queue.spans = spans
    queue.release = release
    queue.filter = this.#services.filter(this.#org, queue.userId, queue.options)
    this.#queues.set(queue.id, queue)
    const own = this.#byUser.get(queue.userId)
    if (own) own.add(queue)
    else this.#byUser.set(queue.userId, new Set([queue]))
  }

  #forget(queue: Queue): void {
    this.#queues.delete(queue.id)
    const own = this.#byUser.get(queue.userId)
    own?.delete(queue)
    if (own?.size === 0) {
      this.#byUser.delete(queue.userId)
      this.#memberships.delete(queue.userId)
    }
    queue.release()
    this.#answer(queue, [])
  }
}
