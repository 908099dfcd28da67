import type { UserId } from '#contract'
import { anyOf, type NewRow, type Tx } from '#platform/db'

type Act = Pick<NewRow<'newcomer_act'>, 'org_id' | 'kind' | 'acted_at'> & { readonly user_id: UserId }

export async function countSince(tx: Tx, { user_id, kind }: Pick<Act, 'user_id' | 'kind'>, since: Date) {
  const found = await tx
    .selectFrom('newcomer_act')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('acted_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(found.count)
}

/** Also deletes those that no longer count. */
export async function insert(tx: Tx, act: Act, since: Date): Promise<void> {
  await tx
    .deleteFrom('newcomer_act')
    .where('user_id', '=', act.user_id)
    .where('kind', '=', act.kind)
    .where('acted_at', '<=', since)
    .execute()
  await tx.insertInto('newcomer_act').values(act).execute()
}

export async function forget(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  await tx.deleteFrom('newcomer_act').where('user_id', '=', anyOf(userIds)).execute()
}
