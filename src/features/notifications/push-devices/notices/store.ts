import type { ExpressionBuilder } from 'kysely'
import type { GroupId, MessageId, UserId } from '#contract'
import { anyOf, type Row, raw, type Tables, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import type { DigestKind } from '../../../people/quiet-times/wire.ts'
import type { Reachable, StoredDevice } from '../store.ts'

export interface Due {
  readonly id: number
  readonly user_id: UserId
  readonly message_id: MessageId
  readonly state: 'send' | 'remove' | 'ring'
  readonly group_id: GroupId | null
  /** Message counts by kind, for a digest; null for a single message. */
  readonly digest: DigestCounts | null
  /** The call that rings, or whose ring has just stopped. */
  readonly ring: Ring | null
  readonly attempts: number
  readonly created_at: Date
  readonly device: StoredDevice
}

export interface Ring {
  readonly call_id: number
  readonly caller_id: UserId
  /** UNIX seconds. */
  readonly until: number
}

export type DigestCounts = Readonly<Partial<Record<DigestKind, number>>>

type Way = 'relay' | 'web'

interface NewNotice {
  readonly messageId: MessageId
  readonly userId: UserId
  readonly deviceId: number
  readonly way: Way
  readonly groupId: GroupId | null
  readonly digest?: DigestCounts
}

/** Inserts notifications; one waiting for removal is sent again, one already shown isn't. */
export async function insert(tx: Tx, orgId: number, notices: readonly NewNotice[], now: Date): Promise<void> {
  await raw(
    tx,
    `insert into push_notice (org_id, message_id, state, due_at, created_at, user_id, device_id, group_id, way, digest)
     select $1, u.message_id, 'send', $2, $2, u.user_id, u.device_id, u.group_id, u.way, u.digest::jsonb
     from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[])
       as u(message_id, user_id, device_id, group_id, way, digest)
     on conflict (message_id, device_id) do update
       set state = 'send', due_at = excluded.due_at, created_at = excluded.created_at, attempts = 0,
         group_id = excluded.group_id, digest = excluded.digest
       where push_notice.state = 'remove'`,
    [
      orgId,
      now,
      notices.map(({ messageId }) => messageId),
      notices.map(({ userId }) => userId),
      notices.map(({ deviceId }) => deviceId),
      notices.map(({ groupId }) => groupId),
      notices.map(({ way }) => way),
      notices.map(({ digest }) => (digest ? JSON.stringify(digest) : null)),
    ],
  )
}

/** Rings browsers, in place of notifying them of the call's message. */
export const ring = (
  tx: Tx,
  orgId: number,
  { messageId, devices, ring }: { messageId: MessageId; devices: readonly Reachable[]; ring: Ring },
  now: Date,
): Promise<unknown> =>
  raw(
    tx,
    `insert into push_notice (org_id, message_id, state, due_at, created_at, user_id, device_id, way, ring)
     select $1, $2, 'ring', $3, $3, u.user_id, u.device_id, 'web', $4::text::jsonb
     from unnest($5::bigint[], $6::bigint[]) as u(user_id, device_id)
     on conflict (message_id, device_id) do update
       set state = 'ring', due_at = excluded.due_at, created_at = excluded.created_at, attempts = 0, ring = excluded.ring`,
    [orgId, messageId, now, JSON.stringify(ring), devices.map(({ user_id }) => user_id), devices.map(({ id }) => id)],
  )

/**
 * What ringing browsers show next: the message to the people in `notified`, and nothing to the others. Returns whether any
 * has to be told.
 */
export async function stopRings(
  tx: Tx,
  { messageId, userIds, notified }: { messageId: MessageId; userIds: readonly UserId[]; notified: readonly UserId[] },
  now: Date,
): Promise<boolean> {
  const quiet = userIds.filter((id) => !notified.includes(id))
  if (quiet.length > 0)
    await tx
      .deleteFrom('push_notice')
      .where('message_id', '=', messageId)
      .where('user_id', '=', anyOf(quiet))
      .where('state', '=', 'ring')
      .where('attempts', '=', 0)
      .execute()
  const { numUpdatedRows } = await tx
    .updateTable('push_notice')
    .set(({ eb }) => ({
      state: eb.case().when('user_id', '=', anyOf(notified)).then('send').else('remove').end(),
      due_at: now,
      attempts: 0,
      created_at: now,
    }))
    .where('message_id', '=', messageId)
    .where('user_id', '=', anyOf(userIds))
    .where('state', 'in', ['ring', 'ringing'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface Which {
  readonly deviceIds: readonly number[] | null
  readonly messageIds: readonly MessageId[] | null
}

/** Deletes unsent ones, and schedules shown ones for removal; returns whether there are any of those. */
export async function withdraw(tx: Tx, orgId: number, { deviceIds, messageIds }: Which, due: Date): Promise<boolean> {
  const which = ({ eb, and }: ExpressionBuilder<Tables, 'push_notice'>) =>
    and([
      eb('org_id', '=', orgId),
      ...(deviceIds ? [eb('device_id', '=', anyOf(deviceIds))] : []),
      ...(messageIds ? [eb('message_id', '=', anyOf(messageIds))] : []),
    ])
  const { numUpdatedRows } = await tx
    .with('unsent', (query) =>
      query.deleteFrom('push_notice').where(which).where('state', '=', 'send').where('attempts', '=', 0),
    )
    .updateTable('push_notice')
    .set({ state: 'remove', due_at: due, attempts: 0, created_at: due })
    .where((eb) => which(eb as ExpressionBuilder<Tables, 'push_notice'>))
    .where(({ eb, or, and }) =>
      or([eb('state', '=', 'shown'), and([eb('state', '=', 'send'), eb('attempts', '>', 0)])]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const waitingFor = (way: Way) =>
  dueRows({ table: 'push_notice', only: `way = '${way}'`, evenInClosed: true, countsAttempts: true })
/** Separate jobs, so that neither blocks the other. */
export const waiting = { relay: waitingFor('relay'), web: waitingFor('web') }

/** Rows with their devices, ordered by message. */
export async function withDevices(tx: Tx, rows: readonly Row<'push_notice'>[]): Promise<Due[]> {
  const deviceIds = [...new Set(rows.map(({ device_id }) => device_id))]
  const devices = await tx.selectFrom('push_device').selectAll().where('id', '=', anyOf(deviceIds)).execute()
  const byId = new Map(devices.map((device) => [device.id, device]))
  return rows
    .toSorted((a, b) => a.message_id - b.message_id || a.id - b.id)
    .flatMap(({ device_id, ...row }) => {
      const device = byId.get(device_id)
      return device
        ? [
            {
              ...row,
              state: row.state as Due['state'],
              digest: row.digest as DigestCounts | null,
              ring: row.ring as unknown as Ring | null,
              device,
            },
          ]
        : []
    })
}

/** Marks sent notifications as shown, and deletes removed ones, unless their state changed in between. */
export async function settle(tx: Tx, done: readonly Due[]): Promise<void> {
  const of = (state: Due['state']) => done.filter((one) => one.state === state).map(({ id }) => id)
  const [sent, removed, rung] = [of('send'), of('remove'), of('ring')]
  if (sent.length > 0)
    await tx
      .updateTable('push_notice')
      .set({ state: 'shown', due_at: null, ring: null })
      .where('id', '=', anyOf(sent))
      .where('state', '=', 'send')
      .execute()
  if (rung.length > 0)
    await tx
      .updateTable('push_notice')
      .set({ state: 'ringing', due_at: null })
      .where('id', '=', anyOf(rung))
      .where('state', '=', 'ring')
      .execute()
  if (removed.length > 0)
    await tx.deleteFrom('push_notice').where('id', '=', anyOf(removed)).where('state', '=', 'remove').execute()
}

/** Schedules retries, unless the state changed in between. */
export async function postpone(tx: Tx, rows: readonly (Pick<Due, 'id' | 'state'> & { again: Date })[]): Promise<void> {
  if (rows.length === 0) return
  await raw(
    tx,
    `update push_notice n set due_at = u.due_at
     from unnest($1::bigint[], $2::text[], $3::timestamptz[]) u(id, state, due_at)
     where n.id = u.id and n.state = u.state`,
    [rows.map(({ id }) => id), rows.map(({ state }) => state), rows.map(({ again }) => again)],
  )
}

/** Schedules removals of notifications that may have been sent but aren't valid anymore. */
export async function takeAway(tx: Tx, ids: readonly number[], due: Date): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('push_notice')
      .set({ state: 'remove', due_at: due, attempts: 0, created_at: due })
      .where('id', '=', anyOf(ids))
      .where('state', 'in', ['send', 'ring'])
      .execute()
}

export async function drop(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('push_notice').where('id', '=', anyOf(ids)).execute()
}

/** Deletes notifications shown since before a time. */
export const forgetShown = (tx: Tx, orgId: number, before: Date): Promise<unknown> =>
  tx
    .deleteFrom('push_notice')
    .where('org_id', '=', orgId)
    .where('state', 'in', ['shown', 'ringing'])
    .where('created_at', '<', before)
    .execute()

export type NoticedMessage = Pick<
  Row<'message'>,
  'id' | 'sender_id' | 'topic' | 'rendered_content' | 'sent_at' | 'conversation_id'
> & {
  /** Null in a channel. */
  readonly member_ids: UserId[] | null
}

/** Leaves out deleted ones. */
export const messages = (tx: Tx, orgId: number, ids: readonly MessageId[]): Promise<NoticedMessage[]> =>
  // the tables belong to the messages feature
  tx
    .selectFrom('message as m')
    .innerJoin('conversation as v', 'v.id', 'm.conversation_id')
    .select(['m.id', 'm.sender_id', 'm.topic', 'm.rendered_content', 'm.sent_at', 'm.conversation_id', 'v.member_ids'])
    .where('m.org_id', '=', orgId)
    .where('m.id', '=', anyOf(ids))
    .execute()
