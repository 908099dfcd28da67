import { asMessageId, type ChannelId, type ConversationId, type MessageId, type UserId } from '#contract'
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

/** perf: IDs ascend with time, so this finds the last older message first, and reads none before it. */
const recent = (tx: Tx, { userId, since, channelIds, limit }: Since) => {
  const older = tx
    .selectFrom('message')
    .select('id')
    .where('sender_id', '=', userId)
    .where('sent_at', '<=', since)
    .orderBy('id', 'desc')
    .limit(1)
  const sent = tx
    .selectFrom('message')
    .innerJoin('channel', 'channel.conversation_id', 'message.conversation_id')
    .where('message.sender_id', '=', userId)
    .where(({ eb, fn, val }) => eb('message.id', '>', fn.coalesce(older, val(asMessageId(0)))))
    .orderBy('message.id', 'desc')
    .limit(limit)
  return channelIds === null ? sent : sent.where('channel.id', '=', anyOf(channelIds))
}

/** How many messages someone has sent to channels since a time, up to a maximum. */
export async function countSince(tx: Tx, from: Since): Promise<number> {
  const { count } = await tx
    .selectFrom(recent(tx, from).select('message.id').as('sent'))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

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
  const rowsBefore = await tx
    .selectFrom('message')
    .select(['id', 'conversation_id', 'sent_at'])
    .where('org_id', '=', orgId)
    .where('id', '<', before as MessageId)
    .orderBy('id', 'desc')
    .limit(size)
    .execute()
  // perf: with a condition on the time, the last page would read all older messages
  const newest = rowsBefore.filter(({ sent_at }) => sent_at > since)
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
