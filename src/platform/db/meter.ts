import type { Charged, Connection } from './driver.ts'

/** Tells who pays for how long statements were under way; several at once take no more time than one. */
export class Meter {
  readonly #connection: Connection
  #underway = 0
  #since = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  query(costAccount: Charged | undefined, ...asked: Parameters<Connection['query']>): ReturnType<Connection['query']> {
    const answer = this.#connection.query(...asked)
    if (!costAccount) return answer
    if (this.#underway++ === 0) this.#since = performance.now()
    return answer.finally(() => {
      const now = performance.now()
      costAccount.charge(now - this.#since)
      this.#since = now
      this.#underway--
    })
  }
}
