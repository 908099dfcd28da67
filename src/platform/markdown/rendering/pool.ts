import { Worker } from 'node:worker_threads'
import { Lanes } from './lanes.ts'
import { type Pack, type Posted, type Reply, readReplies, writePack } from './protocol.ts'

interface PoolOptions {
  /** The bundled program of a thread. */
  readonly file: string
  readonly threads: number
  /** How long a text may take, or a pack of them. */
  readonly limitMs: number
}

/** Hears how long a text of that lane was rendered, in milliseconds. */
export type Rendering = (lane: string, ms: number) => void

interface Task {
  readonly pack: Pack
  readonly done: (replies: readonly Reply[] | undefined) => void
  readonly failed: (error: unknown) => void
}

interface Thread {
  readonly worker: Worker
  ready: boolean
  lane: string
  task: Task | undefined
  clock: NodeJS.Timeout | undefined
  /** When its text was handed to it. */
  since: number
}

/** A machine that is busy with other things is no reason to give a text up, until this many times the limit. */
const patience = 10

/**
 * Threads that take one text each at a time, or a pack of one lane, started when there is work for them. A text that
 * takes too long, or all of its thread's memory, ends its thread: nobody else's text was in it, and the next one starts
 * another.
 */
export class Pool {
  readonly #options: PoolOptions
  readonly #threads: (Thread | undefined)[]
  readonly #lanes = new Lanes<Task>()
  readonly #watching = new Set<Rendering>()
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#threads = Array.from({ length: options.threads }, () => undefined)
  }

  /** A lane is whoever the texts are of; undefined when they were too slow. */
  run(lane: string, pack: Pack): Promise<readonly Reply[] | undefined> {
    return new Promise((done, failed) => {
      this.#lanes.add(lane, { pack, done, failed })
      this.#assign()
    })
  }

  /** Tells of each text that was rendered, or given up; the answer ends that. */
  watch(watch: Rendering): () => void {
    this.#watching.add(watch)
    return () => void this.#watching.delete(watch)
  }

  /** Whatever is under way or waits fails. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#threads.map((thread) => thread?.worker.terminate()))
  }

  #assign(): void {
    if (this.#isClosed) {
      for (let next = this.#lanes.next(true); next; next = this.#lanes.next(true)) {
        this.#lanes.done(next.lane)
        next.item.failed(new Error('The render threads are closed'))
      }
      return
    }
    // a thread that runs first, so that no second one is started for nothing
    const indexes = [...this.#threads.keys()].sort((a, b) => Number(!this.#threads[a]) - Number(!this.#threads[b]))
    for (const index of indexes) {
      if (this.#threads[index]?.task) continue
      const next = this.#lanes.next(index === 0)
      if (!next) continue
      const thread = this.#threads[index] ?? this.#start(index)
      thread.lane = next.lane
      thread.task = next.item
      thread.worker.ref()
      if (thread.ready) this.#hand(thread)
    }
  }

  #start(index: number): Thread {
    const worker = new Worker(this.#options.file, {
      name: 'render',
      // a formula that unfolds must not take the memory of everybody
      resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
    })
    const thread: Thread = { worker, ready: false, lane: '', task: undefined, clock: undefined, since: 0 }
    this.#threads[index] = thread
    worker.on('message', (posted: Posted) => {
      if (this.#threads[index] !== thread) return
      if ('ready' in posted) {
        thread.ready = true
        if (thread.task) this.#hand(thread)
      } else if ('replies' in posted) this.#end(thread, (task) => task.done(readReplies(posted.replies)))
      else this.#end(thread, (task) => task.failed(posted.error))
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const tooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#drop(index, thread, (task) => (tooMuch ? task.done(undefined) : task.failed(error)))
    })
    worker.on('exit', () => this.#drop(index, thread, (task) => task.failed(new Error('A render thread ended'))))
    return thread
  }

  /** The time of a text counts from here, not from the start of its thread. */
  #hand(thread: Thread): void {
    const { worker, task } = thread
    thread.since = performance.now()
    const index = this.#threads.indexOf(thread)
    const { limitMs } = this.#options
    const [from, cpu] = [performance.now(), process.cpuUsage()]
    const look = () => {
      // what the whole process computed is at least what this thread did
      const { user, system } = process.cpuUsage(cpu)
      const computed = (user + system) / 1000
      if (computed < limitMs && performance.now() - from < limitMs * patience) {
        thread.clock = setTimeout(look, limitMs - computed)
        return
      }
      this.#lanes.mistrust(thread.lane)
      this.#drop(index, thread, (slow) => slow.done(undefined))
    }
    thread.clock = setTimeout(look, limitMs)
    if (task) worker.postMessage(writePack(task.pack))
  }

  #end(thread: Thread, tell: (task: Task) => void): void {
    const { task, lane } = thread
    clearTimeout(thread.clock)
    thread.task = undefined
    // an idle thread keeps no program from ending
    thread.worker.unref()
    if (!task) return
    this.#lanes.done(lane)
    if (thread.since > 0) for (const watch of this.#watching) watch(lane, performance.now() - thread.since)
    thread.since = 0
    tell(task)
    this.#assign()
  }

  #drop(index: number, thread: Thread, tell: (task: Task) => void): void {
    if (this.#threads[index] !== thread) return
    this.#threads[index] = undefined
    void thread.worker.terminate()
    this.#end(thread, tell)
  }
}
