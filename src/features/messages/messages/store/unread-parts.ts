import type { ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'
import { gaps, own, type Receiving } from './unread.ts'

/** Messages that may be unread: those of a conversation, of one of its topics, or by one sender. */
export type Place = { conversationId: ConversationId; topic?: string | undefined } | { senderId: UserId }

export interface Range {
  /** First ID, inclusive. */
  from: number
  /** Last ID, exclusive; null for no end. */
  before: number | null
  most: number
}

export interface UnreadPart {
  /** Ascending. */
  ids: MessageId[]
  /** The first ID of the next batch; null at the end. */
  next: number | null
}

const partOf = (within: string, of: string) => `
  with gap as materialized (
    select r.conversation_id, gap * int8range($4, $5) as ids from ${gaps}
    where ${within} and gap && int8range($4, $5)),
  looked_at as materialized (
    select m.id from message m
    where ${of} and m.id >= (select min(lower(ids)) from gap) and m.id < coalesce($5::bigint, 9223372036854775807)
    order by m.id limit $6::bigint + 1),
  part as (select case when count(*) > $6::bigint then max(id) end as next from looked_at),
  unread as (
    select m.id from gap cross join part cross join lateral (
      select m.id from message m
      where m.conversation_id = gap.conversation_id and ${of} and m.id >= lower(gap.ids)
        and m.id < least(coalesce(upper(gap.ids), 9223372036854775807), coalesce(part.next, 9223372036854775807))
        and not ${own}
      offset 0) m
    where lower(gap.ids) < coalesce(part.next, 9223372036854775807))
  select part.next, (select array_agg(id order by id) from unread) as ids from part`

/** The unread ones of the next messages. perf: the cost depends on the batch, so others run between batches. */
export async function unreadPart(
  tx: Tx,
  userId: UserId,
  { conversationIds, since }: Receiving,
  place: Place,
  { from, before, most }: Range,
): Promise<UnreadPart> {
  const bySender = 'senderId' in place
  const inTopic = !bySender && place.topic !== undefined
  const [row] = await raw<{ ids: MessageId[] | null; next: number | null }>(
    tx,
    bySender
      ? partOf('true', 'm.sender_id = $7')
      : inTopic
        ? partOf('r.conversation_id = $7', 'm.conversation_id = $7 and lower(m.topic) = lower($8)')
        : partOf('r.conversation_id = $7', 'm.conversation_id = $7'),
    [
      ...[userId, conversationIds, since, from, before, most],
      bySender ? place.senderId : place.conversationId,
      ...(inTopic ? [place.topic] : []),
    ],
  )
  return { ids: row?.ids ?? [], next: row?.next ?? null }
}

export async function nextId(tx: Tx): Promise<number> {
  const top = await tx
    .selectFrom('message')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return (top?.id ?? 0) + 1
}
