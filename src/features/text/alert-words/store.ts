import type { UserId } from '#contract'
import { anyOf, raw, sql, type Tx } from '#platform/db'

export interface Words {
  user_id: UserId
  words: string[]
}

/** Sorted alphabetically per user. */
export function list(tx: Tx, orgId: number, userIds?: UserId[]): Promise<Words[]> {
  let query = tx
    .selectFrom('alert_word')
    .select(['user_id', sql<string[]>`array_agg(word order by lower(word))`.as('words')])
    .where('org_id', '=', orgId)
  if (userIds) query = query.where('user_id', '=', anyOf(userIds))
  return query.groupBy('user_id').execute()
}

export async function add(tx: Tx, orgId: number, userId: UserId, words: string[]): Promise<number> {
  const added = await raw(
    tx,
    `insert into alert_word (org_id, user_id, word) select $1, $2, unnest($3::text[])
     on conflict (user_id, lower(word)) do nothing returning word`,
    [orgId, userId, words],
  )
  return added.length
}

export async function remove(tx: Tx, userId: UserId, words: string[]): Promise<number> {
  const removed = await raw(
    tx,
    `delete from alert_word where user_id = $1 and lower(word) in (select lower(w) from unnest($2::text[]) w)
     returning word`,
    [userId, words],
  )
  return removed.length
}
