import type { ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'

interface Progress {
  readonly counted_message_id: MessageId
  readonly counted_at: Date
}

/** The last counted message; locks it until the transaction ends. */
export const lockedProgress = async (tx: Tx, orgId: number, now: Date): Promise<MessageId> => {
  await tx
    .insertInto('statistic_progress')
    .values({ org_id: orgId, counted_message_id: 0 as MessageId, counted_at: now })
    .onConflict((one) => one.column('org_id').doNothing())
    .execute()
  const { counted_message_id } = await tx
    .selectFrom('statistic_progress')
    .select('counted_message_id')
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return counted_message_id
}

export const setProgress = (tx: Tx, orgId: number, progress: Progress): Promise<unknown> =>
  tx.updateTable('statistic_progress').set(progress).where('org_id', '=', orgId).execute()

export const countedAt = async (tx: Tx, orgId: number): Promise<Date | null> =>
  (await tx.selectFrom('statistic_progress').select('counted_at').where('org_id', '=', orgId).executeTakeFirst())
    ?.counted_at ?? null

interface SentMessage {
  readonly id: MessageId
  readonly conversation_id: ConversationId
  readonly sender_id: UserId
  readonly sent_at: Date
}

/** The next messages after an ID. message belongs to the messages feature. */
export const messagesAfter = (tx: Tx, orgId: number, after: MessageId, limit: number): Promise<SentMessage[]> =>
  tx
    .selectFrom('message')
    .select(['id', 'conversation_id', 'sender_id', 'sent_at'])
    .where('org_id', '=', orgId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export interface Count {
  readonly day: number
  readonly kind: string
  readonly value: number
}

/** Adds to existing counts. */
export async function add(tx: Tx, orgId: number, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return
  await raw(
    tx,
    `insert into daily_statistic as d (org_id, day, kind, value)
     select $1, c.day, c.kind, c.value from unnest($2::int[], $3::text[], $4::bigint[]) c(day, kind, value)
     on conflict (org_id, day, kind) do update set value = d.value + excluded.value`,
    [orgId, counts.map(({ day }) => day), counts.map(({ kind }) => kind), counts.map(({ value }) => value)],
  )
}

/** Replaces existing counts. */
export async function put(tx: Tx, orgId: number, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return
  await raw(
    tx,
    `insert into daily_statistic (org_id, day, kind, value)
     select $1, c.day, c.kind, c.value from unnest($2::int[], $3::text[], $4::bigint[]) c(day, kind, value)
     on conflict (org_id, day, kind) do update set value = excluded.value`,
    [orgId, counts.map(({ day }) => day), counts.map(({ kind }) => kind), counts.map(({ value }) => value)],
  )
}

export const list = async (tx: Tx, orgId: number, from: number): Promise<Count[]> =>
  (
    await tx
      .selectFrom('daily_statistic')
      .select(['day', 'kind', 'value'])
      .where('org_id', '=', orgId)
      .where('day', '>=', from)
      .execute()
  ).map(({ day, kind, value }) => ({ day, kind, value: Number(value) }))

interface Seen {
  readonly userId: UserId
  readonly day: number
}

/** Users active since a time, by presence and browser sessions. The tables belong to these features. */
export async function seenSince(tx: Tx, orgId: number, since: Date): Promise<{ userId: UserId; at: Date }[]> {
  const present = await tx
    .selectFrom('presence')
    .select(['user_id', 'active_at as at'])
    .where('org_id', '=', orgId)
    .where('active_at', '>=', since)
    .execute()
  const browsing = await tx
    .selectFrom('session')
    .select(['user_id', 'last_seen_at as at'])
    .where('org_id', '=', orgId)
    .where('last_seen_at', '>=', since)
    .execute()
  return [...present, ...browsing].map(({ user_id, at }) => ({ userId: user_id, at }))
}

export async function noteActive(tx: Tx, orgId: number, seen: readonly Seen[]): Promise<void> {
  if (seen.length === 0) return
  await raw(
    tx,
    `insert into active_day (org_id, day, user_id)
     select $1, s.day, s.user_id from unnest($2::int[], $3::bigint[]) s(day, user_id) on conflict do nothing`,
    [orgId, seen.map(({ day }) => day), seen.map(({ userId }) => userId)],
  )
}

/** The number of users active in a range of days, inclusive. */
export async function countActive(tx: Tx, orgId: number, from: number, to: number): Promise<number> {
  const row = await tx
    .selectFrom('active_day')
    .select(({ fn }) => fn.count('user_id').distinct().as('count'))
    .where('org_id', '=', orgId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** In all organizations, by the number of days up to and including one. */
export async function activeUsers(tx: Tx, today: number): Promise<ReadonlyMap<string, number>> {
  const periods = [1, 7, 30]
  const rows = await raw<{ days: number; count: number }>(
    tx,
    `select p.days, (select count(distinct user_id) from active_day where day > $1 - p.days)::int as count
     from unnest($2::int[]) p(days)`,
    [today, periods],
  )
  return new Map(rows.map(({ days, count }) => [String(days), count]))
}

/** In all organizations. */
export async function countedMessages(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('daily_statistic')
    .select(({ fn }) => fn.sum('value').as('sum'))
    .where('kind', 'in', ['public_channels', 'private_channels', 'direct'])
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

export const forgetActive = (tx: Tx, orgId: number, before: number): Promise<unknown> =>
  tx.deleteFrom('active_day').where('org_id', '=', orgId).where('day', '<', before).execute()

export interface File {
  readonly id: number
  readonly content_type: string
  readonly size: number
}

/** The next files after an ID. attachment belongs to the attachments feature. */
export const filesAfter = (tx: Tx, orgId: number, after: number, limit: number): Promise<File[]> =>
  tx
    .selectFrom('attachment')
    .select(['id', 'content_type', 'size'])
    .where('org_id', '=', orgId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
