import { SharedBeginning } from '#platform/compression'
import { listBegins, SerializedEvent } from './event-serializer.ts'
import { type Closing, type Cursor, type Events, type Queue, type QueueHost, Waiter } from './queue.ts'
import type { QueueTable } from './queue-table.ts'

const minHeartbeatMs = 45_000
const maxHeartbeatMs = 55_000
const heartbeatCheckMs = 1_000

const heartbeat = new SharedBeginning(`${listBegins}{"type":"heartbeat"`)

/** Requests that wait for events, polls and streams. Each gets a heartbeat after a while. */
export class Polls {
  readonly #org: QueueHost
  readonly #queues: QueueTable
  #closed = false
  /** perf: one for all, because a timer for each poll costs as much as its answer. */
  #pulse: NodeJS.Timeout | undefined

  constructor(org: QueueHost, queues: QueueTable) {
    this.#org = org
    this.#queues = queues
  }

  get count(): number {
    let count = 0
    for (const { waiter } of this.#queues) if (waiter && !waiter.connection.isClosed) count++
    return count
  }

  get isClosed(): boolean {
    return this.#closed
  }

  wait(queue: Queue, connection: Closing, cursor: Cursor): Promise<Events> {
    this.#pulse ??= setInterval(() => this.#beat(), heartbeatCheckMs).unref()
    // another request for the same queue may be waiting already
    this.answer(queue, [])
    return new Promise((resolve) => {
      const delay = minHeartbeatMs + Math.random() * (maxHeartbeatMs - minHeartbeatMs)
      queue.waiter = new Waiter(resolve, connection, cursor, performance.now() + delay)
    })
  }

  answer(queue: Queue, events: Events): void {
    const { waiter } = queue
    if (!waiter) return
    queue.waiter = null
    queue.lastSeen = this.#org.now().getTime()
    waiter.resolve(events)
  }

  /** Answers all requests and stops accepting new ones, because the process is stopping. */
  close(): void {
    this.#closed = true
    clearInterval(this.#pulse)
    for (const queue of this.#queues) this.answer(queue, [])
  }

  #beat(): void {
    const now = performance.now()
    let isAny = false
    for (const queue of this.#queues) {
      const { waiter } = queue
      isAny ||= waiter !== null
      if (waiter?.connection.isClosed) this.answer(queue, [])
      else if (waiter && waiter.beatAt <= now)
        this.answer(queue, [new SerializedEvent(heartbeat, queue, this.#heartbeatPlace(waiter.cursor))])
    }
    if (isAny) return
    // a timer would keep an unused organization in memory
    clearInterval(this.#pulse)
    this.#pulse = undefined
  }

  #heartbeatPlace({ sent }: Cursor): number {
    const { tail } = this.#org
    if (tail.end > sent) return tail.end
    const place = this.#org.nextPlace()
    if (place !== undefined) tail.end = place
    return tail.end
  }
}
