import { DatabaseUnavailable } from '#platform/db'
import type { DueWork, Failed, Workplace } from './due.ts'

/** The database and the clock are looked at again after this time: others write, and clocks are set. */
const lookAgainMs = 30_000
const retryMs = 5_000
/** The same when the database is away, which is soon tried again. */
const awayMs = 1_000

/** Sleeps until the next row of one kind of work is due, does it, and sleeps again. */
export class Sleeper {
  readonly #place: Workplace
  readonly #work: DueWork
  #failed: Failed | undefined
  #next = Number.POSITIVE_INFINITY
  /** The earliest time that was announced since the database was last asked. */
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

  /** That the database is away is news once. */
  #report(error: unknown): void {
    const isAway = error instanceof DatabaseUnavailable
    if (!isAway || !this.#isAway) this.#failed?.(this.#work.name, error)
    this.#isAway = isAway
  }

  /** Finds out what is due next, and sleeps until then. */
  async #look(): Promise<void> {
    if (!this.#failed) return
    this.#announced = Number.POSITIVE_INFINITY
    try {
      const due = await this.#place.db.read((tx) => this.#work.nextDue(tx))
      // what was announced meanwhile may have been committed after the database was read
      this.#next = Math.min(this.#announced, due?.getTime() ?? Number.POSITIVE_INFINITY)
    } catch (error) {
      this.#report(error)
      // something may be due by now, for all that is known
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
    // the clock may have been set back, and timers ring a little early at times
    if (this.#next <= this.#place.now().getTime()) this.#wakeQuietly()
    // in turn: of two looks at once the older could overrule the newer
    else this.#turns = this.#turns.then(() => this.#look())
  }

  #wakeQuietly(): void {
    // its errors were reported already
    this.wake().catch(() => {})
  }
}
