import type { Database } from '#platform/db'

const rounds = 4

/** The fewest statements a mutation takes in several runs: the server also queries its database on its own. */
export async function fewestStatements(db: Database, mutation: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = db.statements
    await mutation()
    counts.push(db.statements - before)
  }
  return Math.min(...counts)
}
