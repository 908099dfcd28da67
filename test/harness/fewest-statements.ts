import type { Database } from '#platform/db'

const rounds = 4

/** How many statements an act takes: the least of some times, as the server asks its database for itself, too. */
export async function fewestStatements(db: Database, mutation: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = db.statements
    await mutation()
    counts.push(db.statements - before)
  }
  return Math.min(...counts)
}
