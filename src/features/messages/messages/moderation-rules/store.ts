import type { ChannelId, ConversationId, MessageId, UserId } from '#contract'
import { anyOf, type Changes, jsonb, type NewRow, type Row, type Tx } from '#platform/db'
import { maxComparedLength } from './limits.ts'
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

const recent = (tx: Tx, { userId, since, channelIds, limit }: Since) => {
  const sent = tx
    .selectFrom('message')
    .innerJoin('channel', 'channel.conversation_id', 'message.conversation_id')
    .where('message.sender_id', '=', userId)
    .where('message.sent_at', '>', since)
    .orderBy('message.id', 'desc')
    .limit(limit)
  return channelIds === null ? sent : sent.where('channel.id', '=', anyOf(channelIds))
}

/** How many messages someone has sent to channels since a time, up to a maximum. */
export const countSince = async (tx: Tx, from: Since): Promise<number> =>
  (await recent(tx, from).select('message.id').execute()).length

export interface SentMessage {
  readonly id: MessageId
  readonly conversation_id: ConversationId
  readonly topic: string
  readonly content: string
}

/** Someone's newest messages in channels since a time, with the beginning of their texts. */
export const sentSince = (tx: Tx, from: Since): Promise<SentMessage[]> =>
  recent(tx, from)
    .select(['message.id', 'message.conversation_id', 'message.topic'])
    .select(({ fn, lit }) => fn<string>('left', ['message.content', lit(maxComparedLength)]).as('content'))
    .execute()

export interface TriedMessage extends SentMessage {
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

/** The organization's newest messages before an ID, limited to some conversations. */
export async function page(
  tx: Tx,
  { orgId, before, since, conversationIds, size }: Page,
): Promise<{ readonly rows: TriedMessage[]; readonly next: number | null }> {
  const newest = await tx
    .selectFrom('message')
    .select(['id', 'conversation_id'])
    .where('org_id', '=', orgId)
    .where('id', '<', before as MessageId)
    .where('sent_at', '>', since)
    .orderBy('id', 'desc')
    .limit(size)
    .execute()
  const included = new Set(conversationIds)
  const ids = newest.filter(({ conversation_id }) => included.has(conversation_id)).map(({ id }) => id)
  const rows = await tx
    .selectFrom('message')
    .select(['id', 'conversation_id', 'sender_id', 'sent_at', 'topic', 'content', 'rendered_content'])
    .where('id', '=', anyOf(ids))
    .orderBy('id', 'desc')
    .execute()
  return { rows, next: newest.length < size ? null : (newest.at(-1)?.id ?? null) }
}
