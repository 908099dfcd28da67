import type { ConversationId, UserId } from '#contract'
import { type NewRow, type Row, raw, type Tx } from '#platform/db'

interface Posts {
  readonly bot_id: UserId
  readonly first_at: Date | null
  readonly last_at: Date | null
}

/**
 * First and last post of each bot, from the messages feature's table. perf: two index look-ups per bot; grouping would
 * read all of their messages.
 */
export const postsOf = (tx: Tx, conversationId: ConversationId, botIds: readonly UserId[]): Promise<Posts[]> =>
  raw<Posts>(
    tx,
    `select bot_id,
       (select sent_at from message where conversation_id = $1 and sender_id = bot_id order by id limit 1) as first_at,
       (select sent_at from message where conversation_id = $1 and sender_id = bot_id order by id desc limit 1) as last_at
     from unnest($2::bigint[]) as bot_id order by bot_id`,
    [conversationId, botIds],
  )

/** Distinct names per bot; more are counted together. */
const maxNames = 100
const others = 'others'

export async function countUnknown(tx: Tx, row: Omit<NewRow<'unknown_event'>, 'count'>): Promise<void> {
  const known = await tx.selectFrom('unknown_event').select('event').where('bot_id', '=', row.bot_id).execute()
  const isNew = !known.some(({ event }) => event === row.event)
  const event = isNew && known.length >= maxNames ? others : row.event
  await tx
    .insertInto('unknown_event')
    .values({ ...row, event, count: 1 })
    .onConflict((one) =>
      one.columns(['bot_id', 'integration', 'event']).doUpdateSet((query) => ({
        count: query('unknown_event.count', '+', 1),
        last_at: row.last_at,
      })),
    )
    .execute()
}

/** Returns false if the post was recorded before. */
export async function notePost(tx: Tx, row: NewRow<'signed_post'>): Promise<boolean> {
  const noted = await tx
    .insertInto('signed_post')
    .values(row)
    .onConflict((one) => one.doNothing())
    .returning('digest')
    .execute()
  return noted.length > 0
}

export async function removePostsBefore(tx: Tx, orgId: number, time: Date): Promise<void> {
  await tx.deleteFrom('signed_post').where('org_id', '=', orgId).where('posted_at', '<', time).execute()
}

export type ThreadKey = Omit<NewRow<'webhook_thread'>, 'message_id' | 'posted_at'>

/** The topic of the newest message of a thread, wherever it was moved within its channel; undefined if there is none. */
export async function topicOfThread(
  tx: Tx,
  { bot_id, conversation_id, thread }: ThreadKey,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('webhook_thread as t')
    .innerJoin('message as m', (join) =>
      join.onRef('m.id', '=', 't.message_id').onRef('m.conversation_id', '=', 't.conversation_id'),
    )
    .select('m.topic')
    .where('t.bot_id', '=', bot_id)
    .where('t.conversation_id', '=', conversation_id)
    .where('t.thread', '=', thread)
    .executeTakeFirst()
  return row?.topic
}

export async function continueThread(tx: Tx, row: NewRow<'webhook_thread'>): Promise<void> {
  const { message_id, posted_at } = row
  await tx
    .insertInto('webhook_thread')
    .values(row)
    .onConflict((one) => one.columns(['bot_id', 'conversation_id', 'thread']).doUpdateSet({ message_id, posted_at }))
    .execute()
}

export async function removeThreadsBefore(tx: Tx, orgId: number, time: Date): Promise<void> {
  await tx.deleteFrom('webhook_thread').where('org_id', '=', orgId).where('posted_at', '<', time).execute()
}

export const listUnknown = (tx: Tx, botId: UserId): Promise<Row<'unknown_event'>[]> =>
  tx
    .selectFrom('unknown_event')
    .selectAll()
    .where('bot_id', '=', botId)
    .orderBy('last_at', 'desc')
    .orderBy('event')
    .execute()

export const removeUnknown = (tx: Tx, botId: UserId, integration: string): Promise<unknown> =>
  tx.deleteFrom('unknown_event').where('bot_id', '=', botId).where('integration', '=', integration).execute()
