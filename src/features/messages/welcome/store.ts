import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, type Tx } from '#platform/db'
import type { Step } from './tour-step.ts'

export async function list(tx: Tx, orgId: number, userIds?: readonly UserId[]): Promise<Map<UserId, Step>> {
  let query = tx.selectFrom('welcome_tour').select(['user_id', 'step']).where('org_id', '=', orgId)
  if (userIds) query = query.where('user_id', '=', anyOf(userIds))
  return new Map((await query.execute()).map(({ user_id, step }) => [user_id, step as Step]))
}

export async function set(tx: Tx, org_id: number, user_id: UserId, step: Step): Promise<void> {
  await tx
    .insertInto('welcome_tour')
    .values({ org_id, user_id, step })
    .onConflict((one) => one.column('user_id').doUpdateSet({ step }))
    .execute()
}

export async function remove(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('welcome_tour').where('user_id', '=', userId).execute()
}

/** When the sender's `few`th newest message in a conversation was sent; undefined if there are fewer. */
export async function sentBefore(
  tx: Tx,
  conversationId: ConversationId,
  senderId: UserId,
  few: number,
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('message')
    .select('sent_at')
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .orderBy('id', 'desc')
    .offset(few - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.sent_at
}

/** Whether a message is the only one in its topic. */
export async function isFirstOfTopic(
  tx: Tx,
  { conversationId, topic, id }: { conversationId: ConversationId; topic: string; id: MessageId },
): Promise<boolean> {
  const rows = await tx
    .selectFrom('message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where(({ eb, fn, val }) => eb(fn('lower', ['topic']), '=', fn<string>('lower', [val(topic)])))
    .where('id', '<>', id)
    .limit(1)
    .execute()
  return rows.length === 0
}
