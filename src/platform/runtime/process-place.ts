import type { Config } from '#platform/config'
import { type Database, unhurried } from '#platform/db'

/**
 * Where other processes on the same database reach this one: the configured address, or the one the database server
 * sees, with any free port.
 */
export async function placeAmongProcesses(
  { processAddress }: Config,
  { driver }: Database,
): Promise<{ host: string; port: number }> {
  if (processAddress !== undefined) {
    const { hostname, port } = new URL(`tcp://${processAddress}`)
    return { host: hostname.replace(/[[\]]/g, ''), port: Number(port) || 0 }
  }
  // bypasses PgBouncer
  const connection = await driver.connect(unhurried)
  try {
    const { rows } = await connection.query('select host(inet_client_addr()) as host', [])
    return { host: (rows[0]?.host as string | null | undefined) ?? '127.0.0.1', port: 0 }
  } finally {
    connection.release()
  }
}
