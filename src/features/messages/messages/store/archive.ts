import { asMessageId, type ConversationId, type MessageId, type UserId } from '#contract'
import { anyOf, raw, sql, type Tx } from '#platform/db'
import { columns } from './fetch.ts'
import { type IdRanges, rangesText } from './id-ranges.ts'
import { takeWordsAgain } from './search-words.ts'

/** Copies messages to the archive with everything attached, which is deleted with their rows. */
export async function archiveMessages(
  tx: Tx,
  orgId: number,
  ids: readonly MessageId[],
  deletedBy: UserId | null,
  now: Date,
  deletionId: number | null,
): Promise<void> {
  const list = (table: string, order: string) =>
    `coalesce((select jsonb_agg(to_jsonb(x) order by x.${order}) from ${table} x where x.message_id = m.id), '[]')`
  await raw(
    tx,
    // attachment_message belongs to the attachments feature
    `insert into deleted_message (org_id, id, deleted_at, deleted_by, message, flags, reactions, submessages, attachments, deletion_id)
     select m.org_id, m.id, $3, $4, to_jsonb(m), ${list('message_flag', 'user_id')},
       ${list('reaction', 'id')}, ${list('submessage', 'id')}, ${list('attachment_message', 'attachment_id')}, $5
     from message m where m.org_id = $1 and m.id = any($2::bigint[])`,
    [orgId, ids, now, deletedBy, deletionId],
  )
}

export async function deleteMessages(tx: Tx, ids: readonly MessageId[]): Promise<void> {
  await tx.deleteFrom('message').where('id', '=', anyOf(ids)).execute()
}

/** Restores a message with those of its files, reactions, and flags that still can be; false if it isn't archived. */
export async function restoreMessage(tx: Tx, orgId: number, id: MessageId): Promise<boolean> {
  const names = columns.join(', ')
  const restored = await raw(
    tx,
    `insert into message (${names}) overriding system value
     select ${columns.map((name) => `r.${name}`).join(', ')}
     from deleted_message d cross join lateral jsonb_populate_record(null::message, d.message) r
     where d.org_id = $1 and d.id = $2 returning id`,
    [orgId, id],
  )
  if (restored.length === 0) return false
  const rows = (table: string, list: string) =>
    `from deleted_message d cross join lateral jsonb_populate_recordset(null::${table}, d.${list}) r where d.id = $1`
  await raw(tx, `insert into message_flag select r.* ${rows('message_flag', 'flags')}`, [id])
  await raw(tx, `insert into reaction overriding system value select r.* ${rows('reaction', 'reactions')}`, [id])
  await raw(tx, `insert into submessage overriding system value select r.* ${rows('submessage', 'submessages')}`, [id])
  await takeWordsAgain(tx, orgId, id)
  await tx.deleteFrom('deleted_message').where('id', '=', id).execute()
  return true
}

export async function archivedAttachments(tx: Tx, id: MessageId): Promise<number[]> {
  const rows = await raw<{ id: number }>(
    tx,
    // attachment belongs to the attachments feature
    `select a.id from deleted_message d
     cross join lateral jsonb_to_recordset(d.attachments) as r(attachment_id bigint)
     join attachment a on a.id = r.attachment_id where d.id = $1 order by a.id`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** As if the user had deleted archived messages now. */
export async function markDeleted(
  tx: Tx,
  ids: readonly MessageId[],
  deleted_by: UserId,
  deleted_at: Date,
  deletion_id: number | null,
): Promise<void> {
  await tx
    .updateTable('deleted_message')
    .set({ deleted_by, deleted_at, deletion_id })
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Legal holds on the archive: messages of conversations, and messages that users sent or received directly. */
export interface KeptArchive {
  readonly conversations: readonly ConversationId[]
  readonly people: readonly UserId[]
}

/** Messages that reports hid are kept until a moderator decides. */
export const isDecided =
  'not exists (select 1 from hidden_message h where h.message_id = deleted_message.id and h.restored_at is null)'

const isForgotten = (before: Date, { conversations, people }: KeptArchive) => sql<boolean>`
  deleted_at < ${before}::timestamptz
  and (message->>'conversation_id')::bigint <> all(${conversations}::bigint[])
  and (message->>'sender_id')::bigint <> all(${people}::bigint[])
  and not exists (select 1 from conversation c
    where c.id = (message->>'conversation_id')::bigint and c.member_ids && ${people}::bigint[])
  and ${sql.raw(isDecided)}`

/** Purges messages deleted before a time. */
export async function purgeArchive(tx: Tx, orgId: number, before: Date, kept: KeptArchive): Promise<void> {
  await tx.deleteFrom('deleted_message').where('org_id', '=', orgId).where(isForgotten(before, kept)).execute()
}

export const anyArchivedBefore = async (tx: Tx, orgId: number, before: Date, kept: KeptArchive): Promise<boolean> =>
  (await tx
    .selectFrom('deleted_message')
    .select('id')
    .where('org_id', '=', orgId)
    .where(isForgotten(before, kept))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether any of these messages, deleted or not, has another sender. */
export async function anyByOthers(tx: Tx, ids: readonly MessageId[], userId: UserId): Promise<boolean> {
  const there = tx.selectFrom('message').select('id').where('id', '=', anyOf(ids)).where('sender_id', '<>', userId)
  if (await there.limit(1).executeTakeFirst()) return true
  const deleted = tx.selectFrom('deleted_message').select('id').where('id', '=', anyOf(ids))
  const byOthers = deleted.where(sql<boolean>`(message->>'sender_id')::bigint <> ${userId}::bigint`)
  return (await byOthers.limit(1).executeTakeFirst()) !== undefined
}

export interface ToDelete {
  id: MessageId
  conversation_id: ConversationId
  topic: string
  member_ids: UserId[] | null
}

/** Existing messages, ascending. */
export const messagesToDelete = (tx: Tx, orgId: number, ids: readonly MessageId[]): Promise<ToDelete[]> =>
  tx
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(['message.id', 'message.conversation_id', 'message.topic', 'conversation.member_ids'])
    .where('message.org_id', '=', orgId)
    .where('message.id', '=', anyOf(ids))
    .orderBy('message.id')
    .execute()

/** Excludes some senders' messages. perf: IDs ascend with time, so this reads only the oldest messages. */
export async function expiredIn(
  tx: Tx,
  conversationIds: readonly ConversationId[],
  before: readonly Date[],
  keptSenders: readonly UserId[],
  limit: number,
): Promise<MessageId[]> {
  const rows = await raw<{ id: MessageId }>(
    tx,
    `select m.id from unnest($1::bigint[], $2::timestamptz[]) c(id, before)
     cross join lateral (
       select o.id, o.sent_at from message o where o.conversation_id = c.id and o.sender_id <> all($4::bigint[])
       order by o.id limit $3) m
     where m.sent_at < c.before order by m.id limit $3`,
    [conversationIds, before, limit, keptSenders],
  )
  return rows.map(({ id }) => id)
}

/** The same for all direct conversations except those of some users. perf: as above. */
export async function expiredDirects(
  tx: Tx,
  orgId: number,
  before: Date,
  keptPeople: readonly UserId[],
  limit: number,
): Promise<MessageId[]> {
  const rows = await raw<{ id: MessageId }>(
    tx,
    `select m.id from conversation c
     cross join lateral (
       select o.id, o.sent_at from message o where o.conversation_id = c.id order by o.id limit $3) m
     where c.org_id = $1 and not c.member_ids && $4::bigint[] and m.sent_at < $2 limit $3`,
    [orgId, before, limit, keptPeople],
  )
  return rows.map(({ id }) => id)
}

interface Among {
  readonly ranges: IdRanges
  /** First ID, inclusive; null for no limit. */
  readonly from?: MessageId | null
  /** Last ID, exclusive; null for no limit. */
  readonly below?: number | null
  readonly except?: MessageId
}

/** Newest first. */
export async function newestOfTopic(
  tx: Tx,
  conversationId: ConversationId,
  topic: string,
  { ranges, from = null, below = null, except }: Among,
  limit: number,
): Promise<MessageId[]> {
  const rows = await raw<{ id: MessageId }>(
    tx,
    `select id from message where conversation_id = $1 and lower(topic) = lower($2)
       and ($3::text is null or $3::text::int8multirange @> id)
       and id >= coalesce($5::bigint, 1) and id < coalesce($6::bigint, 9223372036854775807)
       and id is distinct from $7::bigint
     order by id desc limit $4`,
    [conversationId, topic, rangesText(ranges), limit, from, below, except ?? null],
  )
  return rows.map(({ id }) => id)
}

export async function starrersOf(tx: Tx, id: MessageId): Promise<UserId[]> {
  const rows = await tx
    .selectFrom('message_flag')
    .select('user_id')
    .where('message_id', '=', id)
    .where('starred', '=', true)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** A user's messages after an ID, in these channels and, if requested, in direct conversations. */
export async function writtenBy(
  tx: Tx,
  orgId: number,
  senderId: UserId,
  { conversations, directs }: { conversations: readonly ConversationId[]; directs: boolean },
  after: number,
  limit: number,
): Promise<MessageId[]> {
  const rows = await tx
    .selectFrom('message as m')
    .innerJoin('conversation as c', 'c.id', 'm.conversation_id')
    .select('m.id')
    .where('m.org_id', '=', orgId)
    .where('m.sender_id', '=', senderId)
    .where('m.id', '>', asMessageId(after))
    .where(({ eb, or }) =>
      or([
        eb('m.conversation_id', '=', anyOf(conversations)),
        ...(directs ? [eb('c.member_ids', 'is not', null)] : []),
      ]),
    )
    .orderBy('m.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Archived messages of a moderator's deletion, in order of ID. */
export async function archivedBy(tx: Tx, orgId: number, deletionId: number, limit: number): Promise<MessageId[]> {
  const rows = await tx
    .selectFrom('deleted_message')
    .select('id')
    .where('org_id', '=', orgId)
    .where('deletion_id', '=', deletionId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A user's messages before an ID, newest first, with the members of direct conversations. */
export const newestWrittenBy = (tx: Tx, orgId: number, senderId: UserId, before: MessageId, limit: number) =>
  tx
    .selectFrom('message as m')
    .innerJoin('conversation as c', 'c.id', 'm.conversation_id')
    .select(['m.id', 'm.conversation_id', 'm.sent_at', 'c.member_ids'])
    .where('m.org_id', '=', orgId)
    .where('m.sender_id', '=', senderId)
    .where('m.id', '<', before)
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()
