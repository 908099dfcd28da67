import type { Connection } from '#platform/db'

/**
 * One transaction in which rows of an organization are written as they are: what follows from rows is not made anew, and
 * what is noted or refused while the organization moves is not.
 */
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
