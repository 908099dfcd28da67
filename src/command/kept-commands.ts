import type { Connection } from '#platform/db'

/**
 * Keeps in the audit log of every organization what a command has done to the whole database, which no server has open.
 * A database of an earlier version may have no such log yet.
 */
export async function keepForAll(
  connection: Connection,
  command: 'restore' | 'database copy',
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await connection.query(`select to_regclass('audit_entry') is not null as found`, [])
  if (!rows[0]?.found) return
  await connection.query(
    `insert into audit_entry (org_id, at, action, params, address, client)
     select id, now(), $1, $2::text::jsonb, '', 'command line' from organization`,
    [command, JSON.stringify(params)],
  )
}
