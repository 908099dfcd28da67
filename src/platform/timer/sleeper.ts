import { DatabaseUnavailable } from '#platform/db'
import type { DueWork, Failed, Workplace } from './due.ts'

/** Maximum sleep: other processes write, and clocks are adjusted. */
const lookAgainMs = 30_000
const retryMs = 5_000
/** The same while the database is down. */
const awayMs = 1_000

/** Sleeps until the next job of one kind is due, runs it, and repeats. */
export class Sleeper {
  readonly #place: Workplace
  readonly #work: DueWork
  #failed: Failed | undefined
  #next = Number.POSITIVE_INFINITY
  /** The earliest time announced since the last query. */
  #announced = Number.POSITIVE_INFINITY
  #notBefore = 0
  #isAway = false
  #handle: NodeJS.Timeout | undefined
  #turns: Promise<void> = Promise.resolve()

  constructor(place: Workplace, work: DueWork) {
    this.#place = place
    this.#work = work
  }

  start(failed: Failed): void {
    this.#failed = failed
    this.#wakeQuietly()
  }

  async stop(): Promise<void> {
    this.#failed = undefined
    clearTimeout(this.#handle)
    await this.#turns
    await this.#work.end?.(this.#place)
  }

  sooner(due: Date): void {
    this.#announced = Math.min(this.#announced, due.getTime())
    if (this.#next <= this.#announced) return
    this.#next = this.#announced
    this.#arm()
  }

  wake(): Promise<void> {
    const turn = this.#turns.then(() => this.#turn())
    this.#turns = turn.catch(() => {})
    return turn
  }

  async #turn(): Promise<void> {
    try {
      await this.#work.run(this.#place, this.#place.now())
      this.#notBefore = 0
      this.#isAway = false
    } catch (error) {
      this.#notBefore = performance.now() + (error instanceof DatabaseUnavailable ? awayMs : retryMs)
      this.#report(error)
      throw error
    } finally {
      await this.#look()
    }
  }

  /** Reports an outage of the database once. */
  #report(error: unknown): void {
    const isAway = error instanceof DatabaseUnavailable
    if (!isAway || !this.#isAway) this.#failed?.(this.#work.name, error)
    this.#isAway = isAway
  }

  /** Queries the next due time, and sleeps until then. */
  async #look(): Promise<void> {
    if (!this.#failed) return
    this.#announced = Number.POSITIVE_INFINITY
    try {
      const due = await this.#place.db.read((tx) => this.#work.nextDue(tx))
      // a row announced during the query may have been committed too late for it
      this.#next = Math.min(this.#announced, due?.getTime() ?? Number.POSITIVE_INFINITY)
    } catch (error) {
      this.#report(error)
      // something may be due by now
      this.#next = Math.min(this.#next, this.#place.now().getTime())
      this.#notBefore = Math.max(this.#notBefore, performance.now() + awayMs)
    }
    this.#arm()
  }

  #arm(): void {
    clearTimeout(this.#handle)
    if (!this.#failed) return
    const untilDue = this.#next - this.#place.now().getTime()
    const wait = Math.max(Math.min(untilDue, lookAgainMs), this.#notBefore - performance.now(), 0)
    this.#handle = setTimeout(() => this.#ring(), wait)
    this.#handle.unref()
  }

  #ring(): void {
    // the clock may have been set back, and timers can fire slightly early
    if (this.#next <= this.#place.now().getTime()) this.#wakeQuietly()
    // one query at a time, so that an older result can't overwrite a newer one
    else this.#turns = this.#turns.then(() => this.#look())
  }

  #wakeQuietly(): void {
    // errors were already reported
    this.wake().catch(() => {})
  }
}
