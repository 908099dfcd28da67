import type { MessageId, UserId } from '#contract'
import { raw, sql, type Tx } from '#platform/db'
import { rowsOf } from '../store/rows-of-messages.ts'
import type { Submessage } from '../wire.ts'

export interface StoredSubmessage extends Submessage {
  message_id: MessageId
  sender_id: UserId
}

/** Submessages from `rows` as a JSON list, unordered. */
export const submessageList = (rows: string): string => `(
  select json_agg(json_build_object('id', s.id, 'message_id', s.message_id, 'sender_id', s.sender_id,
    'msg_type', s.msg_type, 'content', s.content))
  from ${rows} s)`

/** By message, oldest first. */
export function submessagesIn(list: StoredSubmessage[] | null): Map<MessageId, StoredSubmessage[]> {
  const found = new Map<MessageId, StoredSubmessage[]>()
  list?.sort((a, b) => a.id - b.id)
  for (const one of list ?? []) {
    const others = found.get(one.message_id)
    if (others) others.push(one)
    else found.set(one.message_id, [one])
  }
  return found
}

/** perf: one JSON text instead of many rows. */
export async function submessagesOf(
  tx: Tx,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, StoredSubmessage[]>> {
  const rows = await raw<{ list: StoredSubmessage[] | null }>(
    tx,
    `select ${submessageList(rowsOf('submessage', '$1::bigint[]'))} as list`,
    [messageIds],
  )
  return submessagesIn(rows[0]?.list ?? null)
}

/** Number of submessages in all and by one user, their total length, and the first one's content. */
export function submessagesKept(
  tx: Tx,
  messageId: MessageId,
  userId: UserId,
): Promise<{ all: number; own: number; characters: number; first: string | null }> {
  return tx
    .selectFrom('submessage')
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('sender_id', '=', userId).as('own'),
      sql<number>`coalesce(sum(length(content)), 0)::bigint`.as('characters'),
      selectFrom('submessage as begin')
        .select('begin.content')
        .where('begin.message_id', '=', messageId)
        .orderBy('begin.id')
        .limit(1)
        .as('first'),
    ])
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow()
}

export const latestSubmessage = (
  tx: Tx,
  messageId: MessageId,
  userId: UserId,
): Promise<{ id: number; content: string } | undefined> =>
  tx
    .selectFrom('submessage')
    .select(['id', 'content'])
    .where('message_id', '=', messageId)
    .where('sender_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function insertSubmessage(
  tx: Tx,
  orgId: number,
  submessage: Omit<StoredSubmessage, 'id'>,
): Promise<StoredSubmessage> {
  const { id } = await tx
    .insertInto('submessage')
    .values({ org_id: orgId, ...submessage })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...submessage }
}

export async function insertSubmessages(
  tx: Tx,
  orgId: number,
  submessages: readonly Omit<StoredSubmessage, 'id'>[],
): Promise<void> {
  if (submessages.length === 0) return
  await raw(
    tx,
    `insert into submessage (org_id, message_id, sender_id, msg_type, content)
     select $1, message_id, sender_id, msg_type, content
     from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) with ordinality
       s(message_id, sender_id, msg_type, content, place) order by place`,
    [
      orgId,
      submessages.map((one) => one.message_id),
      submessages.map((one) => one.sender_id),
      submessages.map((one) => one.msg_type),
      submessages.map((one) => one.content),
    ],
  )
}
