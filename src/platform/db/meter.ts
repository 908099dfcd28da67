import type { Charged, Connection } from './driver.ts'

/** Charges the cost account for the time that statements run; concurrent ones count once. */
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
