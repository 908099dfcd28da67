import { anyOf, type Database } from '#platform/db'
import { knownForMs } from '#platform/moves'
import { Lookup } from './lookup.ts'

/**
 * Which organizations of a database are on their way to another one. A process looks now and then, and a move takes longer
 * than what was seen holds: so whoever is told nothing of a switch knows beforehand which organizations to ask the database
 * about, with each request, and about the others nobody asks. Whoever has not looked for long asks about all.
 */
export class Departures {
  readonly #db: Database
  readonly #isDecided: (id: number) => Promise<boolean>
  readonly #phases: Lookup<string>
  #leaving: ReadonlySet<number> = new Set()
  /** When the look began that was the last one to succeed. */
  #lookedAt = Number.NEGATIVE_INFINITY

  /** `isDecided`: whether the first database says that it is elsewhere. */
  constructor(db: Database, isDecided: (id: number) => Promise<boolean>) {
    this.#db = db
    this.#isDecided = isDecided
    this.#phases = new Lookup((ids) => this.#phasesOf(ids.map(Number)))
  }

  async look(): Promise<void> {
    const begun = performance.now()
    const rows = await this.#db.readOnce((tx) => tx.selectFrom('moving_organization').select('org_id').execute())
    this.#leaving = new Set(rows.map(({ org_id }) => org_id))
    this.#lookedAt = begun
  }

  /** Whether it is in another database by now. */
  hasLeft(id: number): false | Promise<boolean> {
    const isKnown = performance.now() - this.#lookedAt < knownForMs
    return isKnown && !this.#leaving.has(id) ? false : this.#ask(id)
  }

  async #ask(id: number): Promise<boolean> {
    const phase = await this.#phases.find(String(id))
    // nobody may write to it in either place, until it is decided
    if (phase === 'held') return this.#isDecided(id)
    return phase === undefined || phase === 'left' || phase === 'arriving'
  }

  /** Of those that have rows here. */
  async #phasesOf(ids: readonly number[]): Promise<Map<string, string>> {
    const rows = await this.#db.readOnce((tx) =>
      tx
        .selectFrom('organization as o')
        .leftJoin('moving_organization as m', 'm.org_id', 'o.id')
        .select(['o.id', 'm.phase'])
        .where('o.id', '=', anyOf(ids))
        .execute(),
    )
    return new Map(rows.map(({ id, phase }) => [String(id), phase ?? 'here']))
  }
}
