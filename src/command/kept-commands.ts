import type { Connection } from '#platform/db'

/**
 * Writes to every organization's audit log what a command did to the whole database, which no server has open.
 * Databases of earlier versions may not have an audit log.
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
