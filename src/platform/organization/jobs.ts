import type { UserId } from '#contract'
import type { CostAccount } from '#platform/db'
import { FairQueue, queueKeyOf } from '#platform/fair-queues'
import type { OpenMutation } from './mutation.ts'

/** A queued mutation, with the promise it settles. */
export interface Job {
  viewerId: UserId | null
  work: (mutation: OpenMutation) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  costAccount: CostAccount | undefined
  alone?: boolean
  isDryRun?: boolean
  /** Needs the organization to itself but opens its own transaction. */
  exclusive?: () => Promise<unknown>
}

/** A fair queue of mutations: users are served round-robin, and retries come first. */
export class Jobs {
  readonly #again: Job[] = []
  readonly #turns = new FairQueue<Job>()
  readonly #ownQueueKey: string

  constructor(orgId: number) {
    this.#ownQueueKey = queueKeyOf(orgId)
  }

  get length(): number {
    return this.#again.length + this.#turns.length
  }

  add(job: Job): void {
    // the server's own work keeps its order, regardless of the viewer
    this.#turns.add(job.costAccount?.queueKey ?? this.#ownQueueKey, job)
  }

  again(jobs: Job[]): void {
    this.#again.unshift(...jobs)
  }

  peek(): Job | undefined {
    return this.#again[0] ?? this.#turns.peek()
  }

  take(): Job | undefined {
    return this.#again.shift() ?? this.#turns.take()?.item
  }
}
