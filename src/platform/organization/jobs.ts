import type { UserId } from '#contract'
import type { Payer } from '#platform/db'
import { laneOf, Turns } from '#platform/turns'
import type { OpenAct } from './act.ts'

/** A queued act, with the promise it settles. */
export interface Job {
  viewerId: UserId | null
  work: (act: OpenAct) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  payer: Payer | undefined
  alone?: boolean
  /** Needs the organization to itself but opens its own transaction. */
  exclusive?: () => Promise<unknown>
}

/** A fair queue of acts: users are served round-robin, and acts that are retried come first. */
export class Jobs {
  readonly #again: Job[] = []
  readonly #turns = new Turns<Job>()
  readonly #ownLane: string

  constructor(orgId: number) {
    this.#ownLane = laneOf(orgId)
  }

  get length(): number {
    return this.#again.length + this.#turns.length
  }

  add(job: Job): void {
    // the server's own work keeps its order, regardless of the viewer
    this.#turns.add(job.payer?.lane ?? this.#ownLane, job)
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
