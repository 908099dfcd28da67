import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, insertRows, lowered, type NewRow, type Row, raw, type Tx } from '#platform/db'
import type { LiveCall } from './call.ts'

type SessionRow = Row<'call_session'>
type Changes = Partial<Pick<SessionRow, 'audio' | 'video' | 'screen' | 'hand_at'>>

/** The ongoing calls of an organization, or those among the given ones. */
export async function liveCalls(tx: Tx, orgId: number, ids?: readonly number[]): Promise<LiveCall[]> {
  let found = tx
    .selectFrom('call')
    // conversation: its members are the people of a direct call
    .innerJoin('conversation', 'conversation.id', 'call.conversation_id')
    .selectAll('call')
    .select('conversation.member_ids')
    .where('call.org_id', '=', orgId)
    .where('call.ended_at', 'is', null)
  if (ids) found = found.where('call.id', '=', anyOf(ids))
  const rows = await found.orderBy('call.id').execute()
  if (rows.length === 0) return []
  const callIds = anyOf(rows.map(({ id }) => id))
  const sessions = await tx.selectFrom('call_session').selectAll().where('call_id', '=', callIds).execute()
  const rings = await tx
    .selectFrom('call_ring')
    .selectAll()
    .where('call_id', '=', callIds)
    .where('outcome', 'is', null)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => ({
    ...row,
    sessions: sessions.filter(({ call_id }) => call_id === row.id),
    rings: rings.filter(({ call_id }) => call_id === row.id),
  }))
}

export async function liveCallsIn(
  tx: Tx,
  orgId: number,
  conversationIds: readonly ConversationId[],
): Promise<LiveCall[]> {
  const rows = await tx
    .selectFrom('call')
    .select('id')
    .where('conversation_id', '=', anyOf(conversationIds))
    .where('ended_at', 'is', null)
    .execute()
  return rows.length === 0
    ? []
    : liveCalls(
        tx,
        orgId,
        rows.map(({ id }) => id),
      )
}

export async function liveCall(tx: Tx, orgId: number, id: number): Promise<LiveCall | undefined> {
  const [call] = await liveCalls(tx, orgId, [id])
  return call
}

export const find = (tx: Tx, orgId: number, id: number) =>
  tx
    .selectFrom('call')
    .innerJoin('conversation', 'conversation.id', 'call.conversation_id')
    .selectAll('call')
    .select('conversation.member_ids')
    .where('call.org_id', '=', orgId)
    .where('call.id', '=', id)
    .executeTakeFirst()

export async function liveIn(tx: Tx, conversationId: ConversationId, topic: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('call')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where(({ eb, fn }) => eb(fn('lower', ['topic']), '=', lowered(topic)))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export async function countLive(tx: Tx, orgId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('call')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** When the user's latest calls began, newest first, at most `most`. */
export const startsSince = (tx: Tx, userId: UserId, since: Date, most: number): Promise<{ at: Date }[]> =>
  tx
    .selectFrom('call')
    .select('started_at as at')
    .where('started_by', '=', userId)
    .where('started_at', '>', since)
    .orderBy('started_at', 'desc')
    .limit(most)
    .execute()

/** When the user last rang people, newest first, at most `most`. */
export const ringsSince = (tx: Tx, userId: UserId, since: Date, most: number): Promise<{ at: Date }[]> =>
  tx
    .selectFrom('call_ring')
    .select('rung_at as at')
    .where('rung_by', '=', userId)
    .where('rung_at', '>', since)
    .orderBy('rung_at', 'desc')
    .limit(most)
    .execute()

/** The same for one conversation; people rung at once count once. */
export const ringsIn =
  (conversationId: ConversationId) =>
  (tx: Tx, userId: UserId, since: Date, most: number): Promise<{ at: Date }[]> =>
    tx
      .selectFrom('call_ring')
      .innerJoin('call', 'call.id', 'call_ring.call_id')
      .select('call_ring.rung_at as at')
      .distinct()
      .where('call_ring.rung_by', '=', userId)
      .where('call_ring.rung_at', '>', since)
      .where('call.conversation_id', '=', conversationId)
      .orderBy('at', 'desc')
      .limit(most)
      .execute()

/** IDs are allocated before their rows, because a call's message links to it. */
export const callIds = 'call_id_seq'

export const insert = (tx: Tx, row: Row<'call'>): Promise<unknown> =>
  raw(
    tx,
    `insert into call (id, org_id, conversation_id, topic, message_id, intent, started_by, started_at, room)
     overriding system value select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[],
       $6::text[], $7::bigint[], $8::timestamptz[], $9::text[])`,
    [
      [row.id],
      [row.org_id],
      [row.conversation_id],
      [row.topic],
      [row.message_id],
      [row.intent],
      [row.started_by],
      [row.started_at],
      [row.room],
    ],
  )

export const end = (tx: Tx, id: number, ended_at: Date): Promise<unknown> =>
  tx.updateTable('call').set({ ended_at }).where('id', '=', id).execute()

export const move = (tx: Tx, id: number, place: { conversation_id: ConversationId; topic: string }): Promise<unknown> =>
  tx.updateTable('call').set(place).where('id', '=', id).execute()

/** The ongoing calls whose message is among these. */
export const callsOfMessages = (tx: Tx, orgId: number, ids: readonly MessageId[]): Promise<{ id: number }[]> =>
  tx
    .selectFrom('call')
    .select('id')
    .where('org_id', '=', orgId)
    .where('ended_at', 'is', null)
    .where('message_id', '=', anyOf(ids))
    .execute()

export const sessionsOf = (tx: Tx, userIds: readonly UserId[]): Promise<SessionRow[]> =>
  tx.selectFrom('call_session').selectAll().where('user_id', '=', anyOf(userIds)).execute()

export const ringsOf = (tx: Tx, userId: UserId): Promise<{ call_id: number }[]> =>
  tx.selectFrom('call_ring').select('call_id').where('user_id', '=', userId).where('outcome', 'is', null).execute()

export async function putSession(tx: Tx, row: SessionRow): Promise<void> {
  await tx
    .insertInto('call_session')
    .values(row)
    .onConflict((conflict) => conflict.columns(['call_id', 'session_id']).doUpdateSet(row))
    .execute()
  await tx
    .insertInto('call_participant')
    .values({ org_id: row.org_id, call_id: row.call_id, user_id: row.user_id })
    .onConflict((conflict) => conflict.columns(['call_id', 'user_id']).doNothing())
    .execute()
}

export const changeSession = (tx: Tx, callId: number, sessionId: string, changes: Changes): Promise<unknown> =>
  tx
    .updateTable('call_session')
    .set(changes)
    .where('call_id', '=', callId)
    .where('session_id', '=', sessionId)
    .execute()

export const removeSession = (tx: Tx, callId: number, sessionId: string): Promise<unknown> =>
  tx.deleteFrom('call_session').where('call_id', '=', callId).where('session_id', '=', sessionId).execute()

/** Saves when sessions last reported, never backwards. */
export const saveReports = (
  tx: Tx,
  reports: readonly { callId: number; sessionId: string; at: Date }[],
): Promise<unknown> =>
  raw(
    tx,
    `update call_session set alive_at = report.at
     from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as report (call_id, session_id, at)
     where call_session.call_id = report.call_id and call_session.session_id = report.session_id
       and call_session.alive_at < report.at`,
    [reports.map(({ callId }) => callId), reports.map(({ sessionId }) => sessionId), reports.map(({ at }) => at)],
  )

export async function participants(tx: Tx, callId: number): Promise<UserId[]> {
  const rows = await tx
    .selectFrom('call_participant')
    .select('user_id')
    .where('call_id', '=', callId)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** By the last ring of each person. */
export async function missedBy(tx: Tx, callId: number): Promise<UserId[]> {
  const rows = await tx
    .selectFrom('call_ring')
    .select(['user_id', 'outcome'])
    .distinctOn('user_id')
    .where('call_id', '=', callId)
    .orderBy('user_id')
    .orderBy('rung_at', 'desc')
    .execute()
  return rows.flatMap(({ user_id, outcome }) => (outcome === 'missed' || outcome === 'declined' ? [user_id] : []))
}

export const putRings = (tx: Tx, rows: readonly NewRow<'call_ring'>[]): Promise<unknown> =>
  insertRows(tx, 'call_ring', [...rows])

export const stopRings = (tx: Tx, callId: number, userIds: readonly UserId[], outcome: string): Promise<unknown> =>
  tx
    .updateTable('call_ring')
    .set({ outcome })
    .where('call_id', '=', callId)
    .where('user_id', '=', anyOf(userIds))
    .where('outcome', 'is', null)
    .execute()
