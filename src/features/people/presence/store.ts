import { seconds } from '#contract'
import { raw, type Tx } from '#platform/db'
import type { Seen } from './presence-book.ts'

export async function list(tx: Tx, orgId: number, since = 0): Promise<Seen[]> {
  const rows = await tx
    .selectFrom('presence')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('update_id', '>', since)
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    active: seconds(row.active_at),
    idle: seconds(row.idle_at),
    updateId: row.update_id,
  }))
}

/** Saves many rows at once; keeps newer ones of other processes. */
export async function save(tx: Tx, orgId: number, all: readonly Seen[]): Promise<void> {
  await raw(
    tx,
    `insert into presence as p (org_id, user_id, active_at, idle_at, update_id)
     select $1, s.user_id, to_timestamp(s.active), to_timestamp(s.idle), s.update_id
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) s(user_id, active, idle, update_id)
     on conflict (user_id) do update set active_at = greatest(p.active_at, excluded.active_at),
       idle_at = greatest(p.idle_at, excluded.idle_at), update_id = excluded.update_id
     where p.update_id < excluded.update_id`,
    [
      orgId,
      all.map(({ userId }) => userId),
      all.map(({ active }) => active),
      all.map(({ idle }) => idle),
      all.map(({ updateId }) => updateId),
    ],
  )
}
