import type { UserId } from '#contract'
import { anyTextOf, raw, sql, type Tx } from '#platform/db'

export async function read(tx: Tx, userId: UserId, keys?: readonly string[]): Promise<Map<string, string>> {
  let query = tx.selectFrom('bot_storage').select(['key', 'value']).where('user_id', '=', userId)
  if (keys) query = query.where('key', '=', anyTextOf(keys))
  const rows = await query.orderBy('key').execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

export async function write(tx: Tx, orgId: number, userId: UserId, texts: ReadonlyMap<string, string>): Promise<void> {
  await raw(
    tx,
    `insert into bot_storage (org_id, user_id, key, value) select $1, $2, * from unnest($3::text[], $4::text[])
     on conflict (user_id, key) do update set value = excluded.value`,
    [orgId, userId, [...texts.keys()], [...texts.values()]],
  )
}

export function total(tx: Tx, userId: UserId): Promise<{ keys: number; size: number }> {
  return tx
    .selectFrom('bot_storage')
    .select([sql<number>`count(*)::int`.as('keys'), sql<number>`coalesce(sum(size), 0)::bigint`.as('size')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Returns the number of removed keys. */
export async function remove(tx: Tx, userId: UserId, keys?: readonly string[]): Promise<number> {
  let removal = tx.deleteFrom('bot_storage').where('user_id', '=', userId)
  if (keys) removal = removal.where('key', '=', anyTextOf(keys))
  return Number((await removal.executeTakeFirst()).numDeletedRows)
}
