import { anyOf, type Database } from '#platform/db'
import { knownForMs } from '#platform/moves'
import { Lookup } from './lookup.ts'

/**
 * Tracks which organizations are moving to another database. Processes look periodically, and a move takes longer than
 * that interval, so a process that misses the switch still knows which organizations to check in the database on each
 * request, and which it needn't check. A process that hasn't looked recently checks all of them.
 */
export class Departures {
  readonly #db: Database
  readonly #isDecided: (id: number) => Promise<boolean>
  readonly #phases: Lookup<string>
  #leaving: ReadonlySet<number> = new Set()
  /** The start of the last successful look. */
  #lookedAt = Number.NEGATIVE_INFINITY

  /** `isDecided`: whether the first database says that the organization is elsewhere. */
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

  /** Whether the organization is in another database now. */
  hasLeft(id: number): false | Promise<boolean> {
    const isKnown = performance.now() - this.#lookedAt < knownForMs
    return isKnown && !this.#leaving.has(id) ? false : this.#ask(id)
  }

  async #ask(id: number): Promise<boolean> {
    const phase = await this.#phases.find(String(id))
    // writes are blocked in both places until the move is decided
    if (phase === 'held') return this.#isDecided(id)
    return phase === undefined || phase === 'left' || phase === 'arriving'
  }

  /** Phases of moves for organizations with rows here. */
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
