import { randomUUID } from 'node:crypto'
import { badEventQueueId, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { QueueOptions } from './client-view.ts'
import { Deliveries } from './deliveries.ts'
import { type Entry, placesPerPosition } from './entry.ts'
import { LogBlocks } from './log-blocks.ts'
import { Polls } from './polls.ts'
import { Presentation } from './presentation.ts'
import { type Closing, type Events, Queue, type QueueHost, type QueueServices } from './queue.ts'
import { QueueLoading } from './queue-loading.ts'
import { countAlive, deleteQueues, deleteQueuesOf, insertQueue } from './queue-rows.ts'
import { QueueTable } from './queue-table.ts'
import { Reading } from './reading.ts'

/** Queues that one person may have; with more, the one goes that was asked for longest ago. */
const maxQueuesPerUser = 100

/** Whoever waits is known to the database by its last sweep; who has not asked for so long is not connected. */
const aliveMs = 120_000

/** What asks for events. */
interface Polling {
  readonly closed: Closing
  /** Hears that it begins to wait. */
  waits?(): void
  /** By which it came. */
  readonly token?: { readonly id: number } | undefined
}

/** The event queues of one organization that this process serves: a start, a filter and a place in the log each. */
export class Queues {
  readonly #org: QueueHost
  readonly #presentation: Presentation
  readonly #reading: Reading
  readonly #queues = new QueueTable()
  readonly #polls: Polls
  readonly #loading: QueueLoading
  readonly #blocks: LogBlocks
  readonly #deliveries: Deliveries

  constructor(org: QueueHost, services: QueueServices) {
    this.#org = org
    this.#blocks = new LogBlocks(org)
    this.#presentation = new Presentation(
      org,
      services,
      (entry, characters) => this.#blocks.makesRoom(entry, characters) ?? org.tail.makesRoom(entry, characters),
    )
    this.#reading = new Reading(org, this.#presentation, this.#blocks)
    this.#polls = new Polls(org, this.#queues)
    this.#loading = new QueueLoading(org, services, (queue) => this.#queues.add(queue))
    this.#deliveries = new Deliveries(org, this.#reading, this.#polls)
  }

  /** What was done so far: reads of queues and of the log, events written for a kind of client, slices of deliveries. */
  get work() {
    return {
      queueReads: this.#loading.reads,
      logReads: this.#blocks.reads,
      eventsWritten: this.#presentation.written,
      slices: this.#deliveries.slices,
    }
  }

  get count(): number {
    return this.#queues.count
  }

  /** How many of them have a request that waits. */
  get waiting(): number {
    return this.#polls.count
  }

  /** How many clients are connected, by any process: queues that wait, or were asked for in the last two minutes. */
  connected(): Promise<number> {
    return this.#org.db.read((tx) => countAlive(tx, this.#org.id, new Date(this.#org.now().getTime() - aliveMs)))
  }

  /** Opens a queue for events after a position. */
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

  /** Ends those of somebody's queues that were asked for longest ago, until there is room for one more. */
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

  /** Lets go of queues that are no more: another process may have ended them. */
  ended(ids: readonly string[]): void {
    // whoever is loading one of them looks again
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

  /** Ends every queue of a user at once. */
  async removeAll(userId: UserId): Promise<void> {
    for (const queue of [...this.#queues.ofUser(userId)]) this.#end(queue)
    const removal = this.#org.db.transaction((tx) => deleteQueuesOf(tx, userId))
    this.#loading.removal(removal)
    const gone = await removal
    if (gone.length > 0) this.#org.queuesEnded(gone)
  }

  /**
   * The queue's events after `lastEventId`, in order. Waits for one unless told not to; a wait ends with
   * a heartbeat, with a newer request for the same queue, or with the connection.
   */
  async poll(
    id: string,
    userId: UserId,
    lastEventId: number | undefined,
    dontBlock: boolean,
    request: Polling,
  ): Promise<Events> {
    const queue = await this.#find(id, userId, request.token?.id)
    this.#polls.answer(queue, [])
    queue.lastSeen = this.#org.now().getTime()
    let from = queue.acked
    if (lastEventId !== undefined) {
      from = await this.#reading.reach(queue, queue.start + lastEventId + 1)
      // what a client has said to have may be gone from the log: it cannot go back to before that
      if (from < queue.acked && !(await this.#reading.reaches(from))) throw badEventQueueId({ queue_id: id })
      if (from > queue.acked) queue.acked = from
    }
    if (queue.scanned > from && from === queue.acked) from = queue.scanned
    const read = this.#reading.after(queue, from)
    // without a turn between looking and waiting, wherever nothing has to be fetched
    const events = read instanceof Promise ? await read : read
    if (events.length > 0 || dontBlock || this.#polls.isClosed || request.closed.isClosed) return events
    request.waits?.()
    return this.#polls.wait(queue, request.closed)
  }

  /** Some of these entries, newly in the tail, may be for queues that wait: these are answered in turns after this one. */
  wake(entries: readonly Entry[]): void {
    for (const { audience, at } of entries)
      for (const queue of this.#queues.maybeFor(audience)) this.#deliveries.add(queue, at)
  }

  /** Which of the people with queues are members now. */
  members(): ReadonlySet<UserId> {
    return this.#presentation.membersAmong(this.#queues.people())
  }

  /** Remembers, for events before a place, who was a member until there. */
  membersChanged(before: ReadonlySet<UserId>, until: number): void {
    this.#presentation.membersChanged(this.#queues.people(), before, until)
  }

  /** After the organization's memory was loaded anew, whoever waits looks again. */
  async reload(): Promise<void> {
    this.#blocks.clear()
    for (const queue of [...this.#queues]) {
      // the database has lost what this client was told: it has to begin anew
      if (queue.acked >= (this.#reading.position + 1) * placesPerPosition) {
        this.#forget(queue)
        this.#org.db.transaction((tx) => deleteQueues(tx, [queue.id])).catch(() => {})
        continue
      }
      queue.scanned = queue.acked
      this.#polls.answer(queue, [])
    }
  }

  /** Forgets the abandoned ones; answers those of which the database does not know all. */
  unsaved(): Queue[] {
    const now = this.#org.now().getTime()
    for (const queue of [...this.#queues]) {
      if (queue.waiter) queue.lastSeen = now
      if (queue.lastSeen + queue.lifespanSecs * 1000 < now) this.#forget(queue)
    }
    return [...this.#queues].filter(({ isSaved }) => !isSaved)
  }

  /** Answers every waiting request, and lets none wait any more: the process is stopping. */
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
    if (this.#queues.delete(queue)) this.#presentation.forget(queue.userId)
    queue.release()
    this.#polls.answer(queue, [])
  }
}
