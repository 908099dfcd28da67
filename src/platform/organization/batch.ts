import { raw, type Tx } from '#platform/db'
import type { Written } from './writer.ts'

export interface LateInsert<R> {
  insert(tx: Tx, rows: R[]): Promise<void>
}

/** State shared by the mutations of one commit: rows to insert together, IDs, and callbacks to run after the commit. */
export class Batch {
  tx!: Tx
  /** For rows of several mutations: its statements run with the next one, and don't count as the current mutation's. */
  later!: Tx
  readonly #org: Pick<Written, 'db' | 'spareIds'>
  readonly #expectedMutations: () => number
  readonly #rows = new Map<LateInsert<never>, unknown[]>()
  readonly #ids: Map<string, number[]>
  readonly #afterwards: (() => void)[] = []
  #changers = new Set<object>()

  constructor(org: Pick<Written, 'db' | 'spareIds'>, expectedMutations: () => number) {
    this.#org = org
    this.#expectedMutations = expectedMutations
    // on a shared server other processes draw IDs between ours, so IDs last for one commit, under the lock
    this.#ids = org.db.embedded ? org.spareIds : new Map()
  }

  changedBy(mutation: object): boolean {
    return this.#changers.has(mutation)
  }

  async nextId(sequence: string): Promise<number> {
    let ids = this.#ids.get(sequence)
    if (!ids?.length) {
      ids = await this.#draw(sequence, this.#org.db.embedded ? 64 : this.#expectedMutations())
      this.#ids.set(sequence, ids)
    }
    return ids.pop() as number
  }

  /** Uses spare IDs first: they're lower than the sequence's next value. */
  async nextIds(sequence: string, count: number): Promise<number[]> {
    const left = this.#ids.get(sequence) ?? []
    const missing = count - left.length
    const ids = missing > 0 ? [...(await this.#draw(sequence, missing)), ...left] : left
    const taken = ids.splice(ids.length - count).reverse()
    this.#ids.set(sequence, ids)
    return taken
  }

  /** Returns the IDs in descending order. */
  async #draw(sequence: string, count: number): Promise<number[]> {
    const rows = await raw<{ id: number }>(
      this.tx,
      'select nextval($1::regclass) as id from generate_series(1, $2::int)',
      [sequence, count],
    )
    return rows.map(({ id }) => id).sort((a, b) => b - a)
  }

  insertLater<R>(mutation: object, kind: LateInsert<R>, row: R): void {
    this.#changers.add(mutation)
    const rows = this.#rows.get(kind as LateInsert<never>)
    if (rows) rows.push(row)
    else this.#rows.set(kind as LateInsert<never>, [row])
  }

  flush(): Promise<void> | undefined {
    if (this.#rows.size === 0) return undefined
    const waiting = [...this.#rows]
    this.#rows.clear()
    return (async () => {
      for (const [kind, rows] of waiting) await kind.insert(this.later, rows as never[])
    })()
  }

  onCommit(run: () => void): void {
    this.#afterwards.push(run)
  }

  committed(): void {
    for (const run of this.#afterwards) run()
  }
}
