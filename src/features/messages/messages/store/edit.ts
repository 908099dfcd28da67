import type { ExpressionBuilder } from 'kysely'
import type { ChannelId, ConversationId, MessageId, UserId } from '#contract'
import { anyOf, raw, sql, type Tables, type Tx } from '#platform/db'
import type { Rendered } from '#platform/markdown'
import { maxInHistory } from '../limits.ts'
import type { EditHistoryEntry } from '../wire.ts'
import { type NewFlags, putFlags } from './flags.ts'

/** Replaces the text; with an entry, adds it to the history and drops the oldest changes beyond its limits. */
export async function updateContent(
  tx: Tx,
  messageId: MessageId,
  content: string,
  rendered: Rendered,
  now: Date,
  entry: EditHistoryEntry | null,
): Promise<void> {
  const noted = sql<string>`(select jsonb_agg(entry order by n) from (
      select entry, n, sum(length(entry::text)) over (order by n) as length
      from jsonb_array_elements(jsonb_build_array(${entry}::jsonb) || coalesce(edit_history, '[]'))
        with ordinality h(entry, n)) kept
    where n = 1 or (n <= ${maxInHistory.changes}::int and length <= ${maxInHistory.characters}::int))`
  await tx
    .updateTable('message')
    .set({
      content,
      rendered_content: rendered.html,
      renderer_version: rendered.rendererVersion,
      is_me_message: rendered.isMeMessage,
      has_link: rendered.hasLink,
      has_image: rendered.hasImage,
      has_attachment: rendered.attachmentPaths.length > 0,
      channel_wildcard: rendered.channelWildcard,
      topic_wildcard: rendered.topicWildcard,
      last_edited_at: now,
      ...(entry ? { edit_history: noted } : {}),
    })
    .where('id', '=', messageId)
    .execute()
}

const followsFromText = ({ or, ref }: ExpressionBuilder<Tables, 'message_flag'>) =>
  or([ref('mentioned'), ref('group_mentioned'), ref('topic_wildcard_mentioned'), ref('has_alert_word')])

/** The flags that follow from the current text. */
export const mentionsOf = (tx: Tx, messageId: MessageId): Promise<NewFlags[]> =>
  tx
    .selectFrom('message_flag')
    .select(['user_id', 'mentioned', 'group_mentioned', 'topic_wildcard_mentioned', 'has_alert_word'])
    .where('message_id', '=', messageId)
    .where(followsFromText)
    .execute()

/** Replaces the flags that follow from the text; stars and the like stay. */
export async function replaceMentions(tx: Tx, orgId: number, messageId: MessageId, rows: NewFlags[]): Promise<void> {
  await tx
    .updateTable('message_flag')
    .set({ mentioned: false, group_mentioned: false, topic_wildcard_mentioned: false, has_alert_word: false })
    .where('message_id', '=', messageId)
    .where(({ eb, not }) => not(eb('user_id', '=', anyOf(rows.map(({ user_id }) => user_id)))))
    .where(followsFromText)
    .execute()
  await putFlags(tx, orgId, messageId, rows)
}

export interface PersonalRow {
  user_id: UserId
  is_read: boolean
  received: boolean
  starred: boolean
  collapsed: boolean
  hide_link_previews: boolean
  mentioned: boolean
  topic_wildcard_mentioned: boolean
  has_alert_word: boolean
  /** Has a flags row. */
  is_special: boolean
}

/** For all current members of the conversation, and for others with a flags row. */
export const personalRows = (
  tx: Tx,
  messageId: MessageId,
  conversationId: ConversationId,
  place: { channelId: ChannelId } | { memberIds: readonly UserId[] },
): Promise<PersonalRow[]> =>
  raw(
    tx,
    // subscription_span belongs to the subscriptions feature
    `select u.user_id, u.received or m.sender_id = u.user_id as received,
       not u.receives or coalesce(r.read @> m.id, false) or (m.sender_id = u.user_id and m.sender_read) as is_read,
       coalesce(f.starred, false) as starred, coalesce(f.collapsed, false) as collapsed,
       coalesce(f.hide_link_previews, false) as hide_link_previews,
       coalesce(f.mentioned or f.group_mentioned, false) as mentioned,
       coalesce(f.topic_wildcard_mentioned, false) as topic_wildcard_mentioned,
       coalesce(f.has_alert_word, false) as has_alert_word, f.user_id is not null as is_special
     from message m
     cross join lateral (
       select user_id, bool_or(received) as received, bool_or(receives) as receives from (
         select s.user_id, s.from_message_id <= $1 or exists (
             select 1 from subscription_span e where e.user_id = s.user_id and e.channel_id = s.channel_id
               and e.from_message_id <= $1 and $1 < e.to_message_id) as received,
           s.from_message_id <= $1 as receives
         from subscription_span s where s.channel_id = $3 and s.to_position is null
         union all select member, true, true from unnest($4::bigint[]) member
         union all select f.user_id, false, false from message_flag f where f.message_id = $1) known
       group by user_id) u
     left join read_state r on r.user_id = u.user_id and r.conversation_id = $2
     left join message_flag f on f.user_id = u.user_id and f.message_id = m.id
     where m.id = $1`,
    [
      messageId,
      conversationId,
      'channelId' in place ? place.channelId : null,
      'memberIds' in place ? place.memberIds : [],
    ],
  )

/** Replaces the HTML of an unchanged text; returns whether it changed. */
export async function replaceRendering(
  tx: Tx,
  { id, content }: { readonly id: MessageId; readonly content: string },
  rendered: { readonly html: string; readonly rendererVersion: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('message')
    .set({ rendered_content: rendered.html, renderer_version: rendered.rendererVersion })
    .where('id', '=', id)
    .where('content', '=', content)
    .where('rendered_content', '<>', rendered.html)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
