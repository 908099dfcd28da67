import { type CostAccount, type Database, type Replicas, sql, type Tx } from '#platform/db'
import { SharedQuestion } from './shared-question.ts'

/** The end of an organization's log, and of the whole database's. */
interface End {
  readonly position: number
  readonly at: Date
  readonly lsn: string
}

/**
 * Reads of one organization from replicas, never older than what anybody was told before, by whichever process: the primary
 * is asked where its log ends, and a replica has to have come there.
 */
export class ReplicaReading {
  readonly #orgId: number
  readonly #end: SharedQuestion<End | undefined>

  constructor(orgId: number, db: Database) {
    this.#orgId = orgId
    this.#end = new SharedQuestion(() => db.read((tx) => endOf(tx, orgId)))
  }

  async read<T>(
    replicas: Replicas,
    work: (tx: Tx) => Promise<T>,
    costAccount?: CostAccount,
  ): Promise<{ value: T } | undefined> {
    const end = replicas.there > 0 ? await this.#end.ask() : undefined
    if (!end) return undefined
    let shown = end.position
    return replicas.read({
      ...{ lsn: end.lsn, work, costAccount },
      knows: async (tx) => {
        const newest = await this.#newest(tx, end)
        if (newest !== undefined) shown = newest
        return newest !== undefined
      },
      // what a synchronous standby has not confirmed is on a replica already, and nobody else shows it
      isConfirmed: async () => shown === end.position || ((await this.#end.ask())?.position ?? 0) >= shown,
    })
  }

  /**
   * What a server has that has the same entry there, and not only one at the same place: it may have gone another way than
   * the primary.
   */
  async #newest(tx: Tx, { position, at }: End): Promise<number | undefined> {
    const row = await tx
      .selectFrom('event_log')
      .select(({ selectFrom }) =>
        selectFrom('event_log as later')
          .select('later.position')
          .where('later.org_id', '=', this.#orgId)
          .orderBy('later.position', 'desc')
          .limit(1)
          .as('newest'),
      )
      .where('org_id', '=', this.#orgId)
      .where('position', '=', position)
      .where('at', '=', at)
      .executeTakeFirst()
    return row?.newest ?? undefined
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
