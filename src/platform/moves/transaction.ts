import type { Connection } from '#platform/db'

/** Writes rows verbatim in a transaction: triggers don't derive data, record changes, or reject writes. */
export async function asTheyAre<T>(connection: Connection, orgId: number, work: () => Promise<T>): Promise<T> {
  await connection.query('begin', [])
  try {
    await connection.query(`select set_config('loquat.moving', $1, true)`, [String(orgId)])
    await connection.query('set constraints all deferred', [])
    const result = await work()
    await connection.query('commit', [])
    return result
  } catch (error) {
    await connection.query('rollback', []).catch(() => {})
    throw error
  }
}
