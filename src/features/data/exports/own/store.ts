import type { MessageId, UserId } from '#contract'
import { raw, sql, type Tx } from '#platform/db'

/*
 * Reads a person's own data from tables of other features, in pages. Columns are listed explicitly, so that new ones
 * aren't exported by accident.
 */

export const sentPage = (tx: Tx, userId: UserId, after: MessageId, upTo: MessageId, limit: number) =>
  tx
    .selectFrom('message as m')
    .innerJoin('channel as c', 'c.conversation_id', 'm.conversation_id')
    .select([
      'm.id',
      'c.id as channel_id',
      'c.name as channel',
      'm.topic',
      'm.content',
      'm.sent_at',
      'm.last_edited_at',
    ])
    .where('m.sender_id', '=', userId)
    .where('m.id', '>', after)
    .where('m.id', '<=', upTo)
    .orderBy('m.id')
    .limit(limit)
    .execute()

interface DirectMessage {
  id: MessageId
  sender_id: UserId
  recipient_ids: UserId[]
  content: string
  sent_at: Date
  last_edited_at: Date | null
}

/** Messages in the person's direct conversations, from any sender. */
export const directPage = (
  tx: Tx,
  userId: UserId,
  after: MessageId,
  upTo: MessageId,
  limit: number,
): Promise<DirectMessage[]> =>
  // perf: the next messages of each conversation by index, not all messages of busy conversations
  raw(
    tx,
    `select m.id, m.sender_id, c.member_ids as recipient_ids, m.content, m.sent_at, m.last_edited_at
     from conversation_member d join conversation c on c.id = d.conversation_id
     cross join lateral (
       select id, sender_id, content, sent_at, last_edited_at from message
       where conversation_id = d.conversation_id and id > $2 and id <= $3 order by id limit $4) m
     where d.user_id = $1 order by m.id limit $4`,
    [userId, after, upTo, limit],
  )

export const uploadPage = (tx: Tx, userId: UserId, after: number, limit: number) =>
  tx
    .selectFrom('attachment')
    .select(['id', 'path_id', 'name', 'content_type', 'size', 'created_at'])
    .where('owner_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
export type OwnUpload = Awaited<ReturnType<typeof uploadPage>>[number]

/** Personal data with a limited number of rows. */
export async function keptThings(tx: Tx, userId: UserId) {
  const words = await tx.selectFrom('alert_word').select('word').where('user_id', '=', userId).orderBy('word').execute()
  const drafts = await tx
    .selectFrom('draft')
    .select(['type', 'recipients', 'topic', 'content', 'edited_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const snippets = await tx
    .selectFrom('saved_snippet')
    .select(['title', 'content', 'created_at'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute()
  const topics = await tx
    .selectFrom('user_topic')
    .select(['channel_id', 'topic', 'policy', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('channel_id')
    .orderBy('topic')
    .execute()
  const muted = await tx
    .selectFrom('muted_user')
    .select(['muted_user_id', 'muted_at'])
    .where('user_id', '=', userId)
    .orderBy('muted_user_id')
    .execute()
  const scheduled = await tx
    .selectFrom('scheduled_message')
    .select(['channel_id', 'user_ids', 'topic', 'content', 'due_at', 'failed', 'created_at'])
    .where('sender_id', '=', userId)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
  const reminders = await tx
    .selectFrom('reminder')
    .select(['message_id', 'note', 'due_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
  const restrictions = await tx
    .selectFrom('restriction')
    .select(['kind', 'channel_ids', 'until', 'reason', 'created_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  // without the moderators' names, and without their notes (docs/decisions/2026-11-29-moderation-file.md)
  const warnings = await tx
    .selectFrom('moderation_warning')
    .select(['content', 'created_at', 'acknowledged_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const held = await tx
    .selectFrom('held_message')
    .select(['channel_id', 'topic', 'content', 'held_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const hidden = await tx
    .selectFrom('hidden_message as h')
    .innerJoin('deleted_message as d', 'd.id', 'h.message_id')
    .innerJoin('channel as c', (join) =>
      join.on(sql<boolean>`c.conversation_id = (d.message->>'conversation_id')::bigint`),
    )
    .select([
      'c.id as channel_id',
      sql<string>`d.message->>'topic'`.as('topic'),
      sql<string>`d.message->>'content'`.as('content'),
      'h.hidden_at',
    ])
    .where('h.author_id', '=', userId)
    .where('h.restored_at', 'is', null)
    .orderBy('h.message_id')
    .execute()
  const acceptedRules = await tx
    .selectFrom('accepted_rules')
    .select(['version', 'accepted_at'])
    .where('user_id', '=', userId)
    .where('version', '>', 0)
    .orderBy('version')
    .execute()
  const modmail = await tx
    .selectFrom('modmail_message')
    .innerJoin('modmail', 'modmail.id', 'modmail_message.modmail_id')
    .select(['modmail_id', 'from_moderators', 'content', 'sent_at'])
    .where('modmail.user_id', '=', userId)
    .orderBy('modmail_message.id')
    .execute()
  return {
    alert_words: words.map(({ word }) => word),
    drafts,
    saved_snippets: snippets,
    topics,
    muted_users: muted,
    scheduled_messages: scheduled,
    reminders,
    restrictions,
    warnings,
    modmail,
    held_messages: held,
    hidden_messages: hidden,
    accepted_rules: acceptedRules,
  }
}

interface OwnReaction {
  message_id: MessageId
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

/** The person's reactions among the next `limit` rows, and the last id that was looked at; null at the end. */
export async function reactionPage(tx: Tx, userId: UserId, after: number, limit: number) {
  // perf: there's no index by user, so each statement scans a fixed number of rows
  const [found] = await raw<{ last: number | null; own: OwnReaction[] }>(
    tx,
    `with next as (select * from reaction where id > $2 order by id limit $3)
     select max(id) as last, coalesce(json_agg(json_build_object('message_id', message_id, 'emoji_name', emoji_name,
       'emoji_code', emoji_code, 'reaction_type', reaction_type) order by id) filter (where user_id = $1), '[]') as own
     from next`,
    [userId, after, limit],
  )
  return { rows: found?.own ?? [], next: found?.last ?? undefined }
}
