import { type MessagePort, Worker } from 'node:worker_threads'
import { FairQueues } from './keyed-queues.ts'
import { processorMs, threadNumber } from './processor-time.ts'
import { reportWork } from './watch.ts'

interface PoolOptions<Order, Answer> {
  /** A thread's bundled program. */
  readonly file: string
  /** The threads' name in one word. */
  readonly name: string
  readonly threads: number
  /** CPU time limit per order. */
  readonly limitMs: number
  /** Memory limit per thread. */
  readonly heapMb: number
  /**
   * Orders and answers are sent as text. perf: structured clones of many small objects take several times as long, on
   * both sides.
   */
  readonly write: (order: Order) => string
  readonly read: (answer: string) => Answer
}

/** A thread's messages: ready, an answer, or the error thrown by a bug. */
type Posted =
  | { readonly ready: true; readonly thread?: number | undefined }
  | { readonly answer: string }
  | { readonly error: unknown }

/** Makes the calling thread a worker that answers orders. */
export function serveOrders(port: MessagePort, answer: (order: string) => string): void {
  const post = (message: Posted) => port.postMessage(message)
  port.on('message', (order: string) => {
    try {
      post({ answer: answer(order) })
    } catch (error) {
      post({ error })
    }
  })
  post({ ready: true, thread: threadNumber() })
}

interface Task<Order, Answer> {
  readonly order: Order
  readonly done: (answer: Answer | undefined) => void
  readonly failed: (error: unknown) => void
}

interface Thread<Order, Answer> {
  readonly worker: Worker
  ready: boolean
  /** The system's thread ID. */
  number: number | undefined
  sample: Sample | undefined
  queueKey: string
  task: Task<Order, Answer> | undefined
  clock: NodeJS.Timeout | undefined
  readonly started: number
  /** The thread's start time in ms. */
  startMs: number
  /** When it got its order. */
  since: number
}

/** On a busy machine, an order may take this many times the limit in wall time. */
const patience = 10

/**
 * Worker threads that process one order each, started on demand. An order that exceeds the limits ends its thread; no
 * other order is affected, and the next one starts a new thread.
 */
export class Pool<Order, Answer> {
  readonly #options: PoolOptions<Order, Answer>
  readonly #threads: (Thread<Order, Answer> | undefined)[]
  readonly #queues = new FairQueues<Task<Order, Answer>>()
  #isClosed = false

  constructor(options: PoolOptions<Order, Answer>) {
    this.#options = options
    this.#threads = Array.from({ length: options.threads }, () => undefined)
  }

  /** The queue key determines the account charged; resolves to undefined if the order took too much time or memory. */
  run(queueKey: string, order: Order): Promise<Answer | undefined> {
    return new Promise((done, failed) => {
      this.#queues.add(queueKey, { order, done, failed })
      this.#assign()
    })
  }

  /** Rejects running and waiting orders. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#threads.map((thread) => thread?.worker.terminate()))
  }

  #assign(): void {
    if (this.#isClosed) {
      for (let next = this.#queues.next(true); next; next = this.#queues.next(true)) {
        this.#queues.done(next.queueKey)
        next.item.failed(new Error(`The ${this.#options.name} threads are closed`))
      }
      return
    }
    // prefer running threads over starting a new one
    const indexes = [...this.#threads.keys()].sort((a, b) => Number(!this.#threads[a]) - Number(!this.#threads[b]))
    for (const index of indexes) {
      if (this.#threads[index]?.task) continue
      const next = this.#queues.next(index === 0)
      if (!next) continue
      const thread = this.#threads[index] ?? this.#start(index)
      thread.queueKey = next.queueKey
      thread.task = next.item
      thread.worker.ref()
      if (thread.ready) this.#hand(thread)
    }
  }

  #start(index: number): Thread<Order, Answer> {
    const { file, name, heapMb, read } = this.#options
    const worker = new Worker(file, {
      name,
      // decompression must not exhaust the process's memory
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    })
    const thread: Thread<Order, Answer> = {
      ...{
        worker,
        ready: false,
        number: undefined,
        sample: undefined,
        queueKey: '',
        task: undefined,
        clock: undefined,
      },
      ...{ started: performance.now(), startMs: 0, since: 0 },
    }
    this.#threads[index] = thread
    worker.on('message', (posted: Posted) => {
      if (this.#threads[index] !== thread) return
      if ('ready' in posted) {
        thread.ready = true
        thread.number = posted.thread
        thread.startMs = performance.now() - thread.started
        if (thread.task) this.#hand(thread)
      } else if ('answer' in posted) this.#end(thread, (task) => task.done(read(posted.answer)))
      else this.#end(thread, (task) => task.failed(posted.error))
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const tooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#drop(index, thread, (task) => (tooMuch ? task.done(undefined) : task.failed(error)))
    })
    worker.on('exit', () => this.#drop(index, thread, (task) => task.failed(new Error(`A ${name} thread ended`))))
    return thread
  }

  /** An order's time counts from here, not from the start of its thread. */
  #hand(thread: Thread<Order, Answer>): void {
    const { worker, task } = thread
    thread.since = performance.now()
    const index = this.#threads.indexOf(thread)
    const { limitMs, write } = this.#options
    const computed = stopwatch(thread)
    const look = () => {
      const left = limitMs - computed()
      if (left > 0 && performance.now() - thread.since < limitMs * patience) {
        thread.clock = setTimeout(look, Math.ceil(left))
        return
      }
      this.#queues.penalty(thread.queueKey)
      // the order also pays for starting the next thread
      thread.since -= thread.startMs
      this.#drop(index, thread, (slow) => slow.done(undefined))
    }
    thread.clock = setTimeout(look, limitMs)
    if (task) worker.postMessage(write(task.order))
  }

  #end(thread: Thread<Order, Answer>, tell: (task: Task<Order, Answer>) => void): void {
    const { task, queueKey } = thread
    clearTimeout(thread.clock)
    thread.task = undefined
    // idle threads don't keep the process alive
    thread.worker.unref()
    if (!task) return
    this.#queues.done(queueKey)
    if (thread.since > 0) reportWork(queueKey, performance.now() - thread.since)
    thread.since = 0
    tell(task)
    this.#assign()
  }

  #drop(index: number, thread: Thread<Order, Answer>, tell: (task: Task<Order, Answer>) => void): void {
    if (this.#threads[index] !== thread) return
    this.#threads[index] = undefined
    void thread.worker.terminate()
    this.#end(thread, tell)
  }
}

/**
 * CPU milliseconds of a thread since the call; if the system doesn't report it, of the whole process, which is an upper
 * bound.
 */
function stopwatch(thread: { number: number | undefined; sample: Sample | undefined }): () => number {
  const { number } = thread
  if (number !== undefined && !isFresh(thread.sample)) thread.sample = sampleOf(number)
  const own = thread.sample?.processorMs
  if (own !== undefined) return () => (processorMs(number) ?? Number.POSITIVE_INFINITY) - own
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

/** A thread's CPU time so far. */
interface Sample {
  readonly at: number
  readonly processorMs: number
}

/** perf: reading the time takes longer than many an order. An order may be charged for this much of earlier ones. */
const freshMs = 10

const isFresh = (sample: Sample | undefined): boolean => sample !== undefined && performance.now() - sample.at < freshMs

function sampleOf(thread: number): Sample | undefined {
  const ms = processorMs(thread)
  return ms === undefined ? undefined : { at: performance.now(), processorMs: ms }
}
