import type { DueWork, Failed, Workplace } from './due.ts'
import { Sleeper } from './sleeper.ts'

/** Features call this after committing a row, with its due time. */
export interface Alarm {
  sooner(work: DueWork, due: Date): void
}

/** Runs scheduled jobs at their time. See docs/scheduled-messages.md. */
export class Timer implements Alarm {
  readonly #sleepers: ReadonlyMap<DueWork, Sleeper>

  constructor(place: Workplace, works: readonly DueWork[]) {
    this.#sleepers = new Map(works.map((work) => [work, new Sleeper(place, work)]))
  }

  /** Runs due jobs, then waits for others; `failed` receives errors. */
  start(failed: Failed): void {
    for (const sleeper of this.#sleepers.values()) sleeper.start(failed)
  }

  /** Resolves when running jobs are done. */
  async stop(): Promise<void> {
    await Promise.all([...this.#sleepers.values()].map((sleeper) => sleeper.stop()))
  }

  sooner(work: DueWork, due: Date): void {
    this.#sleepers.get(work)?.sooner(due)
  }

  /** Runs due jobs now, started or not. After all others were done, rejects with the first error. */
  async wake(): Promise<void> {
    const turns = await Promise.allSettled([...this.#sleepers.values()].map((sleeper) => sleeper.wake()))
    for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
  }
}
