import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type PasswordEstimator, type PasswordStrength, serviceUnavailable } from '#contract'
import { projectRoot } from '#platform/config'
import type { Reply } from './question.ts'

const program = join(projectRoot, 'dist/workers/password.js')
/** The dictionary takes some 10 MB, and passwords are rarely set. */
const idleMs = 30_000
const maxQueued = 100
const retryAfterSecs = 5

interface Waiting {
  done(strength: PasswordStrength): void
  failed(error: Error): void
}

/** A thread that judges passwords one after the other, and exits when idle. */
class EstimatorThread {
  readonly waiting = new Map<number, Waiting>()
  isOver = false
  readonly #worker = new Worker(program, {
    name: 'password',
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  })
  #clock: NodeJS.Timeout | undefined
  #asked = 0

  constructor() {
    this.#worker.on('message', ({ id, strength }: Reply) => {
      this.waiting.get(id)?.done(strength)
      this.waiting.delete(id)
      if (this.waiting.size === 0) this.#rest()
    })
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('The thread that judges passwords ended')))
  }

  ask(...[password, names, minGuesses]: Parameters<PasswordEstimator['strengthOf']>): Promise<PasswordStrength> {
    clearTimeout(this.#clock)
    this.#worker.ref()
    const id = ++this.#asked
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed })
      this.#worker.postMessage({ id, password, names, minGuesses })
    })
  }

  #rest(): void {
    // an idle thread must not keep the process alive
    this.#worker.unref()
    this.#clock = setTimeout(() => {
      this.isOver = true
      void this.#worker.terminate()
    }, idleMs)
    this.#clock.unref()
  }

  #end(error: Error): void {
    this.isOver = true
    clearTimeout(this.#clock)
    for (const { failed } of this.waiting.values()) failed(error)
    this.waiting.clear()
  }
}

let estimatorThread: EstimatorThread | undefined

/** `PasswordEstimator` in another thread; throws if too many requests are waiting. */
export async function strengthOf(...asked: Parameters<PasswordEstimator['strengthOf']>): Promise<PasswordStrength> {
  if (!estimatorThread || estimatorThread.isOver) estimatorThread = new EstimatorThread()
  if (estimatorThread.waiting.size >= maxQueued) throw serviceUnavailable(retryAfterSecs)
  return estimatorThread.ask(...asked)
}
