import { randomUUID } from 'node:crypto'
import { badEventQueueId, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { QueueOptions } from './client-view.ts'
import { Deliveries } from './deliveries.ts'
import { type Entry, placesPerPosition } from './entry.ts'
import { EventSerializer } from './event-serializer.ts'
import { LogBlocks } from './log-blocks.ts'
import { Polls } from './polls.ts'
import { type Closing, Cursor, type Events, Queue, type QueueHost, type QueueServices } from './queue.ts'
import { QueueLoading } from './queue-loading.ts'
import { countAlive, deleteQueues, deleteQueuesOf, insertQueue } from './queue-rows.ts'
import { QueueTable } from './queue-table.ts'
import { Reading } from './reading.ts'
import { batches } from './streams.ts'

/** Maximum number of queues per user; beyond it the one polled longest ago is removed. */
const maxQueuesPerUser = 100

/** A client counts as connected if its queue was seen within this time; waiting queues are saved more often. */
const aliveMs = 120_000

interface Polling {
  readonly closed: Closing
  waits?(): void
  readonly token?: { readonly id: number } | undefined
}

/** An organization's event queues in this process. */
export class Queues {
  readonly #org: QueueHost
  readonly #serializer: EventSerializer
  readonly #reading: Reading
  readonly #queues = new QueueTable()
  readonly #polls: Polls
  readonly #loading: QueueLoading
  readonly #blocks: LogBlocks
  readonly #deliveries: Deliveries

  constructor(org: QueueHost, services: QueueServices) {
    this.#org = org
    this.#blocks = new LogBlocks(org)
    this.#serializer = new EventSerializer(
      org,
      services,
      (entry, characters) => this.#blocks.makesRoom(entry, characters) ?? org.tail.makesRoom(entry, characters),
    )
    this.#reading = new Reading(org, this.#serializer, this.#blocks)
    this.#polls = new Polls(org, this.#queues)
    this.#loading = new QueueLoading(org, services, (queue) => this.#queues.add(queue))
    this.#deliveries = new Deliveries(org, this.#reading, this.#polls)
  }

  /** Counters: reads of queues and of the log, serialized events, and slices of deliveries. */
  get work() {
    return {
      queueReads: this.#loading.reads,
      logReads: this.#blocks.reads,
      eventsWritten: this.#serializer.written,
      slices: this.#deliveries.slices,
    }
  }

  get count(): number {
    return this.#queues.count
  }

  get waiting(): number {
    return this.#polls.count
  }

  /** Number of clients connected to any process: queues that wait or were polled in the last two minutes. */
  connected(): Promise<number> {
    return this.#org.db.read((tx) => countAlive(tx, this.#org.id, new Date(this.#org.now().getTime() - aliveMs)))
  }

  /** Creates a queue for events after a position. Returns its ID. */
  async create(userId: UserId, at: number, lifespanSecs: number, options: QueueOptions): Promise<string> {
    const id = randomUUID()
    const now = this.#org.now()
    const gone = await this.#org.db.transaction(async (tx) => {
      const others = await insertQueue(tx, { id, orgId: this.#org.id, userId, start: at, options, lifespanSecs, now })
      return others.length >= maxQueuesPerUser ? this.#endIdle(tx, others) : []
    })
    if (gone.length > 0) this.#org.queuesEnded(gone)
    await this.#loading.adopt(
      new Queue({ id, userId, start: at, acked: at, lifespanSecs, options, lastSeen: now.getTime() }),
    )
    return id
  }

  /** Removes the user's least recently polled queues until there is room for one more. */
  async #endIdle(tx: Tx, queues: readonly { id: string; last_seen: Date }[]): Promise<string[]> {
    const seen = new Map(
      queues.map(({ id, last_seen }) => {
        const known = this.#queues.get(id)
        return [id, known?.waiter ? Number.POSITIVE_INFINITY : Math.max(known?.lastSeen ?? 0, last_seen.getTime())]
      }),
    )
    const oldestFirst = [...seen].sort(([, a], [, b]) => (a === b ? 0 : a - b)).map(([id]) => id)
    const gone = oldestFirst.slice(0, queues.length + 1 - maxQueuesPerUser)
    await deleteQueues(tx, gone)
    this.ended(gone)
    return gone
  }

  /** Forgets removed queues, which another process may have removed. */
  ended(ids: readonly string[]): void {
    // loads in progress are repeated
    this.#loading.removal()
    for (const id of ids) {
      const queue = this.#queues.get(id)
      if (queue) this.#end(queue)
    }
  }

  async remove(id: string, userId: UserId, tokenId?: number): Promise<void> {
    const queue = await this.#find(id, userId, tokenId)
    await this.#org.db.transaction((tx) => deleteQueues(tx, [queue.id]))
    this.ended([queue.id])
    this.#org.queuesEnded([queue.id])
  }

  async removeAll(userId: UserId): Promise<void> {
    for (const queue of [...this.#queues.ofUser(userId)]) this.#end(queue)
    const removal = this.#org.db.transaction((tx) => deleteQueuesOf(tx, userId))
    this.#loading.removal(removal)
    const gone = await removal
    if (gone.length > 0) this.#org.queuesEnded(gone)
  }

  /** Events after `lastEventId`. A wait ends with one, a heartbeat, a newer request, or the connection. */
  async poll(
    id: string,
    userId: UserId,
    lastEventId: number | undefined,
    dontBlock: boolean,
    request: Polling,
  ): Promise<Events> {
    const { queue, cursor } = await this.#begin(id, userId, lastEventId, request)
    const read = this.#reading.after(queue, cursor)
    // no await between reading and waiting when the events are in memory, so that none is missed
    const events = read instanceof Promise ? await read : read
    if (events.length > 0 || dontBlock || this.#polls.isClosed || request.closed.isClosed) return events
    request.waits?.()
    return this.#polls.wait(queue, request.closed, cursor)
  }

  /**
   * Batches of events after `lastEventId` as they come, and heartbeats. Ends after a while, so that the client
   * acknowledges what it got by its next request; also with the queue, a newer request, or the connection.
   */
  async stream(
    id: string,
    userId: UserId,
    lastEventId: number | undefined,
    request: Polling,
  ): Promise<AsyncGenerator<Events, void, undefined>> {
    const { queue, cursor } = await this.#begin(id, userId, lastEventId, request)
    const number = queue.requests
    const { closed } = request
    const isCurrent = () =>
      queue.requests === number && this.#queues.get(id) === queue && !this.#polls.isClosed && !closed.isClosed
    return batches(cursor, {
      isCurrent,
      read: () => this.#reading.after(queue, cursor),
      wait: () => this.#polls.wait(queue, closed, cursor),
    })
  }

  async #begin(id: string, userId: UserId, lastEventId: number | undefined, request: Polling) {
    const queue = await this.#find(id, userId, request.token?.id)
    queue.requests++
    this.#polls.answer(queue, [])
    queue.lastSeen = this.#org.now().getTime()
    let from = queue.acked
    if (lastEventId !== undefined) {
      from = await this.#reading.reach(queue, queue.start + lastEventId + 1)
      // after acknowledging events a client can't go back to ones already deleted from the log
      if (from < queue.acked && !(await this.#reading.reaches(from))) throw badEventQueueId({ queue_id: id })
      if (from > queue.acked) queue.acked = from
    }
    const read = queue.scanned > from && from === queue.acked ? queue.scanned : from
    return { queue, cursor: new Cursor(from, read) }
  }

  /** Schedules waiting queues that may get these new events; they're answered after the current task. */
  wake(entries: readonly Entry[]): void {
    for (const { audience, at } of entries)
      for (const queue of this.#queues.maybeFor(audience)) this.#deliveries.add(queue, at)
  }

  /** Users with queues who are members now. */
  members(): ReadonlySet<UserId> {
    return this.#serializer.membersAmong(this.#queues.people())
  }

  /** Records who was a member until this position, for events before it. */
  membersChanged(before: ReadonlySet<UserId>, until: number): void {
    this.#serializer.membersChanged(this.#queues.people(), before, until)
  }

  /** Answers all waiting requests after the organization's memory was reloaded. */
  async reload(): Promise<void> {
    this.#blocks.clear()
    for (const queue of [...this.#queues]) {
      // the database lost events this client may have, so it must re-register: new ones would get the same IDs
      if (Math.max(queue.acked, queue.sent) >= (this.#reading.position + 1) * placesPerPosition) {
        this.#forget(queue)
        this.#org.db.transaction((tx) => deleteQueues(tx, [queue.id])).catch(() => {})
        continue
      }
      queue.scanned = queue.acked
      // streams end too: they may have read past events that are gone, and new ones get the same positions
      queue.requests++
      this.#polls.answer(queue, [])
    }
  }

  /** Drops abandoned queues; returns those that need saving. */
  unsaved(): Queue[] {
    const now = this.#org.now().getTime()
    for (const queue of [...this.#queues]) {
      if (queue.waiter) queue.lastSeen = now
      if (queue.lastSeen + queue.lifespanSecs * 1000 < now) this.#forget(queue)
    }
    return [...this.#queues].filter(({ isSaved }) => !isSaved)
  }

  close(): void {
    this.#polls.close()
  }

  async #find(id: string, userId: UserId, tokenId: number | undefined): Promise<Queue> {
    const queue = this.#queues.get(id) ?? (await this.#loading.load(id))
    if (!queue || queue.userId !== userId || queue.options.access_token !== tokenId)
      throw badEventQueueId({ queue_id: id })
    return queue
  }

  #end(queue: Queue): void {
    this.#deliveries.hurry(queue)
    this.#forget(queue)
  }

  #forget(queue: Queue): void {
    if (this.#queues.delete(queue)) this.#serializer.forget(queue.userId)
    queue.release()
    this.#polls.answer(queue, [])
  }
}
