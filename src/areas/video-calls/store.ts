import { compiled, type Tx } from '#platform/db'

export async function has(tx: Tx, userId: number): Promise<boolean> {
  return (await compiled(tx, 'select 1 from meeting_token where user_id = $1', [userId])).length > 0
}

export async function find(tx: Tx, userId: number): Promise<string | undefined> {
  const [row] = await compiled<{ sealed: string }>(tx, 'select sealed from meeting_token where user_id = $1', [userId])
  return row?.sealed
}

/** Whether there was none before. */
export async function put(tx: Tx, orgId: number, userId: number, sealed: string, now: Date): Promise<boolean> {
  const isNew = !(await has(tx, userId))
  await compiled(
    tx,
    `insert into meeting_token (user_id, org_id, sealed, updated_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`,
    [userId, orgId, sealed, now],
  )
  return isNew
}

/** Whether there was one; with `sealed`, only that very one. */
export async function remove(tx: Tx, userId: number, sealed?: string): Promise<boolean> {
  const rows = await compiled(
    tx,
    'delete from meeting_token where user_id = $1 and ($2::text is null or sealed = $2) returning user_id',
    [userId, sealed ?? null],
  )
  return rows.length > 0
}
