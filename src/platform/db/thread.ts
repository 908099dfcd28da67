import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '#platform/config'
import { DatabaseFilesError } from './files-error.ts'
import type { Files } from './pglite.ts'
import type { Order, Report } from './thread-program.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** Built by scripts/build.mjs. */
const program = join(projectRoot, 'dist/workers/database.js')
/** PostgreSQL rejects queries nested deeper than 2 MB of its own stack, and the thread must survive until then. */
const stackSizeMb = 64
/** perf: what it makes in JavaScript is gone at once; V8 would take 16 and more for it. */
const maxYoungGenerationSizeMb = 3

let compiling: Promise<WebAssembly.Module> | undefined
/** perf: compiled once and then shared with every thread, with all that was optimized in the meantime. */
function library(): Promise<WebAssembly.Module> {
  compiling ??= libraryBytes().then((bytes) => WebAssembly.compile(bytes))
  return compiling
}

/**
 * perf: an ordinary buffer of nine megabytes stays in memory, and once freed, makes glibc keep more memory that is
 * freed later. A busy process takes 20 MB less this way.
 */
async function libraryBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm'))
  try {
    const { size } = await file.stat()
    const bytes = new Uint8Array(new WebAssembly.Memory({ initial: Math.ceil(size / 65_536) }).buffer, 0, size)
    for (let read = 0; read < size; ) {
      const { bytesRead } = await file.read(bytes, read, size - read, read)
      if (bytesRead === 0) throw new Error("The embedded database's library is shorter than it was")
      read += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}

interface PendingCall {
  readonly limitMs: number
  resolve(answer: Buffer): void
  reject(error: Error): void
}

interface Callbacks {
  readonly lost: (reason: string) => void
  readonly opening?: (() => void) | undefined
}

export class DatabaseThread {
  readonly #worker = new Worker(program, { resourceLimits: { stackSizeMb, maxYoungGenerationSizeMb }, execArgv: [] })
  readonly #answered = new Int32Array(new SharedArrayBuffer(4))
  /** Pending requests in order; the first is being processed. */
  readonly #asked: PendingCall[] = []
  #received = 0
  #timer: NodeJS.Timeout | undefined
  #lost: DatabaseUnavailable | undefined
  #ended: Promise<unknown> | undefined
  #isClosing = false
  #reported: ((report: Report) => void) | undefined
  readonly #onLost: (reason: string) => void

  private constructor(onLost: (reason: string) => void) {
    this.#onLost = onLost
    this.#worker.on('message', (said: Uint8Array | Report) => {
      if (said instanceof Uint8Array) this.#take(Buffer.from(said.buffer, said.byteOffset, said.byteLength))
      else if ('broken' in said) this.lose(`it broke: ${said.broken}`)
      else this.#reported?.(said)
    })
    this.#worker.on('messageerror', (error) => this.lose(`its answer cannot be read: ${error.message}`))
    this.#worker.on('error', (error) => this.lose(`it failed: ${(error as Error).message}`))
    this.#worker.on('exit', (code) => {
      if (!this.#isClosing) this.lose(`its thread ended with ${code}`)
    })
  }

  /** `lost` is called at most once, when no more responses will come, and `opening` when the thread has its order. */
  static async open(files: Files, { lost, opening = () => {} }: Callbacks): Promise<DatabaseThread> {
    let fail: (reason: string) => void = lost
    const thread = new DatabaseThread((reason) => fail(reason))
    try {
      await new Promise<void>((resolve, reject) => {
        fail = (reason) => reject(new Error(`The database cannot be opened: ${reason}`))
        thread.#reported = (report) => {
          if ('opened' in report) resolve()
          else if ('unopened' in report) reject(new DatabaseFilesError(report.unopened, { refused: report.refused }))
        }
        library().then((library) => {
          thread.#tell({ open: { ...files, library }, answered: thread.#answered })
          opening()
        }, reject)
      })
    } catch (error) {
      await thread.end()
      throw error
    }
    fail = lost
    return thread
  }

  get lost(): DatabaseUnavailable | undefined {
    return this.#lost
  }

  /** Sends a message. Rejects if the response takes longer than `limitMs`, or won't come. */
  ask(message: Uint8Array, limitMs: number): Promise<Buffer> {
    if (this.#lost) return Promise.reject(this.#lost)
    return new Promise((resolve, reject) => {
      this.#asked.push({ limitMs, resolve, reject })
      if (this.#asked.length === 1) this.#watch()
      this.#worker.postMessage(message, [message.buffer as ArrayBuffer])
    })
  }

  /** Fails all pending and future requests. */
  lose(reason: string): void {
    if (this.#lost || this.#isClosing) return
    this.#lost = new DatabaseUnavailable(reason)
    clearTimeout(this.#timer)
    void this.end()
    for (const { reject } of this.#asked.splice(0)) reject(this.#lost)
    this.#onLost(reason)
  }

  /** While true, checkpoints don't truncate the write-ahead log unless it gets far too long. */
  keepLog(kept: boolean): void {
    this.#tell({ keepLog: kept })
  }

  /** Resolves when the thread is gone and its files can be opened again. */
  end(): Promise<unknown> {
    this.#ended ??= this.#worker.terminate()
    return this.#ended
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#timer)
    if (!this.#lost)
      await new Promise<void>((resolve) => {
        this.#reported = () => resolve()
        this.#worker.once('exit', () => resolve())
        this.#tell({ close: true })
      })
    await this.end()
  }

  #tell(order: Order): void {
    this.#worker.postMessage(order)
  }

  #take(answer: Buffer): void {
    this.#received++
    clearTimeout(this.#timer)
    const first = this.#asked.shift()
    if (this.#asked.length > 0) this.#watch()
    first?.resolve(answer)
  }

  #watch(): void {
    const { limitMs } = this.#asked[0] as PendingCall
    if (limitMs === Number.POSITIVE_INFINITY) return
    const received = this.#received
    this.#timer = setTimeout(() => {
      // the response has arrived, and this thread was too busy to read it
      if (Atomics.load(this.#answered, 0) > received) return
      this.lose(`a statement took longer than ${limitMs / 1000} seconds`)
    }, limitMs)
  }
}
