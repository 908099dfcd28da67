import { setImmediate as turn } from 'node:timers/promises'
import type { QueueOptions } from './client-view.ts'
import { Queue, type QueueHost, type QueueServices, type Watched } from './queue.ts'
import { findQueues, type QueueRow } from './queue-rows.ts'

/** So many are read at once: with a hundred channels each, what one read brings takes no longer than a turn may. */
const maxAtOnce = 100

/** Somebody waits for a queue. */
class Wanted {
  readonly id: string
  readonly done: Promise<Queue | undefined>
  resolve!: (queue: Queue | undefined) => void
  reject!: (error: unknown) => void

  constructor(id: string) {
    this.id = id
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }
}

/**
 * Brings queues into memory that another process made, or this one before it was restarted. Those that are asked for at
 * about the same time are read together.
 */
export class QueueLoading {
  readonly #org: QueueHost
  readonly #services: QueueServices
  readonly #adopted: (queue: Queue) => void
  /** In the order in which they were asked for; what is being read is still among them. */
  readonly #wanted = new Map<string, Wanted>()
  #isRunning = false
  /** How many removals of queues have begun, and the end of those that have. */
  #removals = 0
  #removing: Promise<unknown> = Promise.resolve()
  /** How often the database was asked for queues. */
  reads = 0

  /** `adopted` hears of each queue that is in memory now, before whoever asked for it. */
  constructor(org: QueueHost, services: QueueServices, adopted: (queue: Queue) => void) {
    this.#org = org
    this.#services = services
    this.#adopted = adopted
  }

  /** The queue; undefined where there is none. */
  load(id: string): Promise<Queue | undefined> {
    const known = this.#wanted.get(id)
    if (known) return known.done
    const wanted = new Wanted(id)
    this.#wanted.set(id, wanted)
    if (!this.#isRunning) void this.#run()
    return wanted.done
  }

  /** A queue that was just made. */
  async adopt(queue: Queue): Promise<void> {
    const [watched] = await this.#services.watchSpans(this.#org, [queue.userId])
    this.#complete(queue, watched as Watched)
  }

  /** Queues are being removed, or are gone: whatever is read meanwhile is read again, once that is over. */
  removal(until?: Promise<unknown>): void {
    this.#removals++
    if (until) this.#removing = Promise.allSettled([this.#removing, until])
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#wanted.size > 0) {
      // one turn later, so that those who come together are answered together
      await turn()
      const some = [...this.#wanted.values()].slice(0, maxAtOnce)
      try {
        await this.#loadAll(some)
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
      for (const { id } of some) this.#wanted.delete(id)
    }
    this.#isRunning = false
  }

  /** What is being removed is not there, nor is what was removed while the database was read. */
  async #loadAll(some: readonly Wanted[]): Promise<void> {
    for (;;) {
      const removals = this.#removals
      await this.#removing
      this.reads++
      const ids = some.map(({ id }) => id)
      const rows = await this.#org.db.read((tx) => findQueues(tx, this.#org.id, ids))
      const queues = rows.flatMap((row) => toQueue(row) ?? [])
      const watched = await this.#services.watchSpans(
        this.#org,
        queues.map(({ userId }) => userId),
      )
      if (removals !== this.#removals) {
        for (const { release } of watched) release()
        continue
      }
      const found = new Map(queues.map((queue, index) => [queue.id, { queue, watched: watched[index] as Watched }]))
      for (const { id, resolve, reject } of some) {
        const one = found.get(id)
        try {
          if (one) this.#complete(one.queue, one.watched)
          resolve(one?.queue)
        } catch (error) {
          reject(error)
        }
      }
      return
    }
  }

  #complete(queue: Queue, { spans, release }: Watched): void {
    try {
      queue.filter = this.#services.filter(this.#org, queue.userId, queue.options)
    } catch (error) {
      release()
      throw error
    }
    queue.spans = spans
    queue.release = release
    this.#adopted(queue)
  }
}

/** Undefined where its person is gone. */
function toQueue(row: QueueRow): Queue | undefined {
  const { id, user_id: userId, start, acked, lifespan_secs: lifespanSecs } = row
  if (userId === null) return undefined
  const options = row.options as QueueOptions
  return new Queue({ id, userId, start, acked, options, lifespanSecs, lastSeen: row.last_seen.getTime() })
}
