import type { ChannelId, ConversationId, MessageId, UserId } from '#contract'
import { type Changes, jsonb, type NewRow, type Row, raw, type Tx } from '#platform/db'
import type { Condition, ModerationRuleOut, RuleAction, RuleTarget } from './wire.ts'

interface Parts {
  condition: Condition
  applies_to: RuleTarget
  action: RuleAction
}
export type Stored = Omit<Row<'moderation_rule'>, keyof Parts> & Parts

export const toWire = ({ org_id: _, channel_ids, ...row }: Stored): ModerationRuleOut => ({
  ...row,
  stream_ids: channel_ids,
})

export const list = (tx: Tx, orgId: number): Promise<Stored[]> =>
  tx.selectFrom('moderation_rule').selectAll().where('org_id', '=', orgId).orderBy('id').execute() as Promise<Stored[]>

export const insert = (tx: Tx, { condition, ...row }: Omit<Stored, 'id'>): Promise<Stored> =>
  tx
    .insertInto('moderation_rule')
    .values({ ...row, condition: jsonb(condition) } as NewRow<'moderation_rule'>)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<Stored>

export const update = (tx: Tx, id: number, { condition, ...changes }: Partial<Stored>): Promise<Stored> =>
  tx
    .updateTable('moderation_rule')
    .set({ ...changes, ...(condition && { condition: jsonb(condition) }) } as Changes<'moderation_rule'>)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<Stored>

export const remove = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('moderation_rule').where('id', '=', id).execute()

interface Since {
  readonly userId: UserId
  readonly since: Date
  /** Null for all channels. */
  readonly channelIds: readonly ChannelId[] | null
  readonly limit: number
}

const recent = `from message m join channel c on c.conversation_id = m.conversation_id
  where m.sender_id = $1 and m.sent_at > $2 and ($3::bigint[] is null or c.id = any($3::bigint[]))`

/** How many messages someone has sent to channels since a time, up to a maximum. */
export async function countSince(tx: Tx, { userId, since, channelIds, limit }: Since): Promise<number> {
  const rows = await raw(tx, `select 1 ${recent} order by m.id desc limit $4`, [userId, since, channelIds, limit])
  return rows.length
}

export interface Sent {
  readonly id: MessageId
  readonly conversation_id: ConversationId
  readonly topic: string
  readonly content: string
}

/** Someone's newest messages in channels since a time. */
export const sentSince = (tx: Tx, { userId, since, channelIds, limit }: Since): Promise<Sent[]> =>
  raw<Sent>(tx, `select m.id, m.conversation_id, m.topic, m.content ${recent} order by m.id desc limit $4`, [
    userId,
    since,
    channelIds,
    limit,
  ])

export interface Tried extends Sent {
  readonly sender_id: UserId
  readonly sent_at: Date
  readonly rendered_content: string
}

export interface Page {
  readonly orgId: number
  readonly before: number
  readonly since: Date
  readonly conversationIds: readonly ConversationId[]
  readonly size: number
}

/** The organization's newest messages before an ID, without those in other conversations. */
export async function page(
  tx: Tx,
  { orgId, before, since, conversationIds, size }: Page,
): Promise<{ readonly rows: Tried[]; readonly next: number | null }> {
  const places = await raw<{ id: MessageId; conversation_id: ConversationId }>(
    tx,
    `select id, conversation_id from message where org_id = $1 and id < $2 and sent_at > $3 order by id desc limit $4`,
    [orgId, before, since, size],
  )
  const wanted = new Set(conversationIds)
  const ids = places.filter(({ conversation_id }) => wanted.has(conversation_id)).map(({ id }) => id)
  const rows = await raw<Tried>(
    tx,
    `select id, conversation_id, sender_id, sent_at, topic, content, rendered_content from message
      where id = any($1::bigint[]) order by id desc`,
    [ids],
  )
  return { rows, next: places.length < size ? null : (places.at(-1)?.id ?? null) }
}
