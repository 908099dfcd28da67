import type { Database } from '#platform/db'

const rounds = 4

/**
 * How many statements an act takes: the minimum of several runs, because the server queries its database on its own,
 * too.
 */
export async function fewestStatements(db: Database, act: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = db.statements
    await act()
    counts.push(db.statements - before)
  }
  return Math.min(...counts)
}
