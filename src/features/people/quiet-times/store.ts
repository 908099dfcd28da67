import { asMessageId, type MessageId, seconds, type UserId } from '#contract'
import { anyOf, type Row, raw, sql, type Tx } from '#platform/db'
import { type DigestKind, digestKinds, type QuietDigest, type QuietSpan, type QuietTime } from './wire.ts'

const time = (value: Date | null): number | null => (value === null ? null : seconds(value))
const date = (value: number | null): Date | null => (value === null ? null : new Date(value * 1000))

const toWire = (row: Row<'quiet_time'>): QuietTime => ({
  paused_until: time(row.paused_until),
  ended_until: time(row.ended_until),
  hours: row.hours as QuietSpan[],
})

export async function list(tx: Tx, orgId: number, userIds?: readonly UserId[]): Promise<Map<UserId, QuietTime>> {
  let query = tx.selectFrom('quiet_time').selectAll().where('org_id', '=', orgId)
  if (userIds) query = query.where('user_id', '=', anyOf(userIds))
  return new Map((await query.execute()).map((row) => [row.user_id, toWire(row)]))
}

export async function set(tx: Tx, org_id: number, user_id: UserId, quietTime: QuietTime): Promise<void> {
  const values = {
    paused_until: date(quietTime.paused_until),
    ended_until: date(quietTime.ended_until),
    // as text: the driver would send a list as a PostgreSQL array
    hours: sql`${JSON.stringify(quietTime.hours)}::text::jsonb`,
  }
  await tx
    .insertInto('quiet_time')
    .values({ org_id, user_id, ...values })
    .onConflict((one) => one.column('user_id').doUpdateSet(values))
    .execute()
}

/** IDs by kind, ascending. */
export type DigestMessages = Readonly<Record<DigestKind, readonly MessageId[]>>

export interface StoredDigest {
  readonly beganAt: Date
  readonly endedAt: Date
  readonly messages: DigestMessages
}

export async function digests(tx: Tx, userIds: readonly UserId[]): Promise<Map<UserId, StoredDigest>> {
  const rows = await tx.selectFrom('quiet_digest').selectAll().where('user_id', '=', anyOf(userIds)).execute()
  return new Map(
    rows.map((row) => {
      const stored = row.messages as Partial<Record<DigestKind, number[]>>
      const messages = Object.fromEntries(
        digestKinds.map((kind) => [kind, (stored[kind] ?? []).map(asMessageId)]),
      ) as unknown as DigestMessages
      return [row.user_id, { beganAt: row.began_at, endedAt: row.ended_at, messages }]
    }),
  )
}

export const digestToWire = ({ beganAt, endedAt, messages }: StoredDigest): QuietDigest => ({
  began: seconds(beganAt),
  ended: seconds(endedAt),
  ...(messages as Record<DigestKind, MessageId[]>),
})

export async function setDigests(tx: Tx, orgId: number, digests: ReadonlyMap<UserId, StoredDigest>): Promise<void> {
  const all = [...digests.values()]
  await raw(
    tx,
    `insert into quiet_digest (org_id, user_id, began_at, ended_at, messages)
     select $1, u.user_id, u.began_at, u.ended_at, u.messages::jsonb
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::text[]) as u(user_id, began_at, ended_at, messages)
     on conflict (user_id) do update
       set began_at = excluded.began_at, ended_at = excluded.ended_at, messages = excluded.messages`,
    [
      orgId,
      [...digests.keys()],
      all.map(({ beganAt }) => beganAt),
      all.map(({ endedAt }) => endedAt),
      all.map(({ messages }) => JSON.stringify(messages)),
    ],
  )
}

export async function removeDigest(tx: Tx, userId: UserId): Promise<boolean> {
  const removal = tx.deleteFrom('quiet_digest').where('user_id', '=', userId)
  return (await removal.executeTakeFirstOrThrow()).numDeletedRows > 0n
}
