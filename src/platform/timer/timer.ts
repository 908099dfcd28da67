import type { DueWork, Failed, Workplace } from './due.ts'
import { Sleeper } from './sleeper.ts'

/** What features know of the timer: call after the commit of a row that is due then. */
export interface Alarm {
  sooner(work: DueWork, due: Date): void
}

/** Does what falls due, at its time. See docs/scheduled-messages.md. */
export class Timer implements Alarm {
  readonly #sleepers: ReadonlyMap<DueWork, Sleeper>

  constructor(place: Workplace, works: readonly DueWork[]) {
    this.#sleepers = new Map(works.map((work) => [work, new Sleeper(place, work)]))
  }

  /** Does what is due already, then waits for the rest; `failed` hears of errors. */
  start(failed: Failed): void {
    for (const sleeper of this.#sleepers.values()) sleeper.start(failed)
  }

  /** Ends when what is under way has ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#sleepers.values()].map((sleeper) => sleeper.stop()))
  }

  sooner(work: DueWork, due: Date): void {
    this.#sleepers.get(work)?.sooner(due)
  }

  /** Does what is due now, started or not. Rejects with an error, after everything else was done. */
  async wake(): Promise<void> {
    const turns = await Promise.allSettled([...this.#sleepers.values()].map((sleeper) => sleeper.wake()))
    for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
  }
}
