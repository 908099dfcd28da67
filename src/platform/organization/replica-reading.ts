import { type Database, type Payer, type Replicas, sql, type Tx } from '#platform/db'

/** The end of an organization's log, and of the whole database's. */
interface End {
  readonly position: number
  readonly at: Date
  readonly lsn: string
}

/**
 * Reads of one organization from replicas, never older than what anybody was told before, by whichever process: the primary
 * is asked where its log ends, and a replica has to have come there. perf: those who read at once share that question.
 */
export class ReplicaReading {
  readonly #orgId: number
  readonly #db: Database
  #now: Promise<End | undefined> | undefined
  #next: Promise<End | undefined> | undefined

  constructor(orgId: number, db: Database) {
    this.#orgId = orgId
    this.#db = db
  }

  async read<T>(replicas: Replicas, work: (tx: Tx) => Promise<T>, payer?: Payer): Promise<{ value: T } | undefined> {
    const end = replicas.there > 0 ? await this.#end() : undefined
    if (!end) return undefined
    return replicas.read(end.lsn, (tx) => this.#has(tx, end), work, payer)
  }

  /** The log's end at some moment from now on. */
  #end(): Promise<End | undefined> {
    if (this.#now) {
      // it may have been answered already, before what whoever asks now was told
      this.#next ??= this.#now
        .catch(() => {})
        .then(() => {
          this.#next = undefined
          return this.#end()
        })
      return this.#next
    }
    const asked = this.#db.read((tx) => endOf(tx, this.#orgId))
    const now = asked.finally(() => {
      this.#now = undefined
    })
    this.#now = now
    return now
  }

  /** The same entry, and not only one at the same place: a server may have gone another way than the primary. */
  async #has(tx: Tx, { position, at }: End): Promise<boolean> {
    const row = await tx
      .selectFrom('event_log')
      .select('position')
      .where('org_id', '=', this.#orgId)
      .where('position', '=', position)
      .where('at', '=', at)
      .executeTakeFirst()
    return row !== undefined
  }
}

const endOf = (tx: Tx, orgId: number): Promise<End | undefined> =>
  tx
    .selectFrom('event_log')
    .select(['position', 'at', sql<string>`pg_current_wal_flush_lsn()::text`.as('lsn')])
    .where('org_id', '=', orgId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
