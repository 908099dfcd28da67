import { quoted } from '#platform/backups'
import { type Connection, type Driver, unhurried } from '#platform/db'
import { ownedTables, rowsOf } from './tables.ts'
import { asTheyAre } from './transaction.ts'

/** perf: so many rows at a time, between which others come to their turn */
const rowsAtOnce = 1_000

export async function connected<T>(driver: Driver, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await driver.connect(unhurried)
  try {
    return await work(connection)
  } finally {
    connection.release()
  }
}

/** Deletes an unused organization in small steps; can be repeated. Returns the total; `removed` gets each step's. */
export async function removeRows(
  driver: Driver,
  orgId: number,
  removed: (rows: number) => void = () => {},
): Promise<number> {
  let all = 0
  for (const [table, condition] of await connected(driver, (connection) => inOrder(connection, orgId)))
    for (let gone = rowsAtOnce; gone === rowsAtOnce; ) {
      const remove = `delete from ${quoted(table)} where ctid = any(array(
        select r.ctid from ${quoted(table)} r where ${condition} limit ${rowsAtOnce}))`
      gone = await connected(driver, (connection) =>
        asTheyAre(connection, orgId, async () => (await connection.query(remove, [])).affected),
      )
      all += gone
      removed(gone)
    }
  return all
}

/** Tables and conditions in the order of deletion. Cascades don't count, so messages come first with most rows. */
async function inOrder(connection: Connection, orgId: number): Promise<[table: string, condition: string][]> {
  const { rows: references } = await connection.query(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and confdeltype <> 'c' and conrelid <> confrelid`,
    [],
  )
  const tables = await ownedTables(connection)
  const left = new Set(tables.toSorted((a, b) => Number(b.name === 'message') - Number(a.name === 'message')))
  const names = () => new Set([...left].map(({ name }) => name))
  const order: [string, string][] = []
  while (left.size > 0) {
    const others = names()
    const free = [...left].find(
      ({ name }) => !references.some(({ child, parent }) => parent === name && others.has(child as string)),
    )
    if (!free) throw new Error(`These tables refer to each other: ${[...others].join(', ')}`)
    left.delete(free)
    order.push([free.name, rowsOf(free, orgId)])
  }
  return order
}
