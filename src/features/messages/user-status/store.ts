import type { UserId } from '#contract'
import { anyOf, type Row, type Tx } from '#platform/db'
import { dueTimes } from '#platform/timer'

export type Status = Pick<Row<'user_status'>, 'status_text' | 'emoji_name' | 'emoji_code' | 'reaction_type' | 'due_at'>
export type EmojiType = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'

/** Clients read the emoji's type before checking whether there's one. */
export const noEmoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' as EmojiType }
export const noStatus: Status = { status_text: '', ...noEmoji, due_at: null }

export const list = (tx: Tx, orgId: number): Promise<Row<'user_status'>[]> =>
  tx.selectFrom('user_status').selectAll().where('org_id', '=', orgId).orderBy('user_id').execute()

export const find = (tx: Tx, userId: UserId): Promise<Row<'user_status'> | undefined> =>
  tx.selectFrom('user_status').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const textsOf = async (tx: Tx, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> =>
  new Map(
    (
      await tx
        .selectFrom('user_status')
        .select(['user_id', 'status_text'])
        .where('user_id', '=', anyOf(userIds))
        .where('status_text', '<>', '')
        .execute()
    ).map(({ user_id, status_text }) => [user_id, status_text]),
  )

export async function put(tx: Tx, orgId: number, userId: UserId, status: Status): Promise<void> {
  const { status_text, emoji_name, emoji_code, reaction_type, due_at } = status
  if (!status_text && !emoji_name) {
    await tx.deleteFrom('user_status').where('user_id', '=', userId).execute()
    return
  }
  const said = { status_text, emoji_name, emoji_code, reaction_type, due_at }
  await tx
    .insertInto('user_status')
    .values({ org_id: orgId, user_id: userId, ...said })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(said))
    .execute()
}

export const ending = dueTimes({ table: 'user_status' })
