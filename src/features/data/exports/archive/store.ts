import { asMessageId, type ChannelId, type ConversationId, type MessageId, type UserId } from '#contract'
import { anyOf, raw, type Tx } from '#platform/db'

/*
 * Reads tables of other areas for archives: in pages, to bound memory and not to delay other requests. Columns are
 * listed explicitly, so that new ones aren't exported by accident.
 */

const messageColumns = 'id, sender_id, topic, content, rendered_content, sent_at, last_edited_at, last_moved_at'

export interface MessageRow {
  id: MessageId
  sender_id: UserId
  topic: string
  content: string
  rendered_content: string
  sent_at: Date
  last_edited_at: Date | null
  last_moved_at: Date | null
}

/** Messages of a conversation with `after` < id <= `upTo`, within ranges of ids; null for all. */
export const messagePage = (
  tx: Tx,
  conversationId: ConversationId,
  after: number,
  upTo: number,
  ranges: string | null,
  limit: number,
): Promise<MessageRow[]> =>
  raw(
    tx,
    `select ${messageColumns} from message
     where conversation_id = $1 and id > $2 and id <= $3 and ($5::text is null or $5::text::int8multirange @> id)
     order by id limit $4`,
    [conversationId, after, upTo, limit, ranges],
  )

interface DirectRow extends MessageRow {
  conversation_id: ConversationId
  member_ids: UserId[]
}

export const directPage = (
  tx: Tx,
  conversationIds: readonly ConversationId[],
  after: { conversation_id: ConversationId; id: MessageId },
  upTo: number,
  limit: number,
): Promise<DirectRow[]> =>
  raw(
    tx,
    `select m.*, c.member_ids from unnest($1::bigint[]) d(id) join conversation c on c.id = d.id
     cross join lateral (
       select conversation_id, ${messageColumns} from message
       where conversation_id = d.id and id > case when d.id = $2 then $3::bigint else 0 end and id <= $4
       order by id limit $5) m
     order by m.conversation_id, m.id limit $5`,
    [conversationIds, after.conversation_id, after.id, upTo, limit],
  )

/** Ascending. */
export async function directsOf(tx: Tx, orgId: number, userIds: readonly UserId[]): Promise<ConversationId[]> {
  const rows = await tx
    .selectFrom('conversation_member')
    .select('conversation_id')
    .distinct()
    .where('org_id', '=', orgId)
    .where('user_id', '=', anyOf(userIds))
    .orderBy('conversation_id')
    .execute()
  return rows.map(({ conversation_id }) => conversation_id)
}

/** The messages that these people have received in the channel, as a multirange of ids. */
export async function receivedRanges(tx: Tx, channelId: ChannelId, userIds: readonly UserId[]): Promise<string> {
  const [row] = await raw<{ ranges: string | null }>(
    tx,
    `select range_agg(int8range(from_message_id,
         case when to_message_id is not null then greatest(to_message_id, from_message_id) end))::text as ranges
     from subscription_span where channel_id = $1 and user_id = any($2::bigint[])`,
    [channelId, userIds],
  )
  return row?.ranges ?? '{}'
}

interface Reaction {
  message_id: MessageId
  user_id: UserId
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

export const reactionsOf = (tx: Tx, ids: readonly MessageId[]): Promise<Reaction[]> =>
  tx
    .selectFrom('reaction')
    .select(['message_id', 'user_id', 'emoji_name', 'emoji_code', 'reaction_type'])
    .where('message_id', '=', anyOf(ids))
    .orderBy('id')
    .execute()

interface Submessage {
  message_id: MessageId
  sender_id: UserId
  msg_type: string
  content: string
}

export const submessagesOf = (tx: Tx, ids: readonly MessageId[]): Promise<Submessage[]> =>
  tx
    .selectFrom('submessage')
    .select(['message_id', 'sender_id', 'msg_type', 'content'])
    .where('message_id', '=', anyOf(ids))
    .orderBy('id')
    .execute()

export const holdings = (
  tx: Tx,
  ids: readonly MessageId[],
): Promise<{ message_id: MessageId; attachment_id: number }[]> =>
  tx
    .selectFrom('attachment_message')
    .select(['message_id', 'attachment_id'])
    .where('message_id', '=', anyOf(ids))
    .orderBy('message_id')
    .orderBy('attachment_id')
    .execute()

interface UploadRow {
  id: number
  path_id: string
  name: string
  content_type: string
  size: number
  owner_id: UserId
  created_at: Date
}

export const uploadsById = (tx: Tx, orgId: number, ids: readonly number[]): Promise<UploadRow[]> =>
  tx
    .selectFrom('attachment')
    .select(['id', 'path_id', 'name', 'content_type', 'size', 'owner_id', 'created_at'])
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute()

export interface Pin {
  channel_id: ChannelId | null
  pinned_by: UserId
  pinned_at: Date
}

/** Shared pins of topics, in the order in which they were pinned. */
export const pinnedTopics = (
  tx: Tx,
  channelIds: readonly ChannelId[],
  after: number,
  limit: number,
): Promise<(Pin & { id: number; topic: string })[]> =>
  tx
    .selectFrom('pinned_topic')
    .select(['id', 'channel_id', 'topic', 'pinned_by', 'pinned_at'])
    .where('channel_id', '=', anyOf(channelIds))
    .where('user_id', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Shared pins of messages up to an id. */
export const pinnedMessages = (
  tx: Tx,
  channelIds: readonly ChannelId[],
  upTo: number,
  after: number,
  limit: number,
): Promise<(Pin & { id: number; message_id: MessageId })[]> =>
  tx
    .selectFrom('pinned_message')
    .select(['id', 'channel_id', 'message_id', 'pinned_by', 'pinned_at'])
    .where('channel_id', '=', anyOf(channelIds))
    .where('message_id', '<=', asMessageId(upTo))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function newestMessage(tx: Tx, orgId: number): Promise<number> {
  const row = await tx
    .selectFrom('message')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row?.id ?? 0
}

export async function countMessages(tx: Tx, conversationIds: readonly ConversationId[]): Promise<number> {
  const { count } = await tx
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('conversation_id', '=', anyOf(conversationIds))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Includes files that no message refers to. */
export async function countUploads(tx: Tx, orgId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('attachment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
