import type { ChannelId, UserId } from '#contract'
import { anyOf, countRows, lowered, type Row, raw, type Tx } from '#platform/db'

export type UserTopicRow = Pick<Row<'user_topic'>, 'channel_id' | 'topic' | 'policy' | 'updated_at'>

export async function listUserTopics(tx: Tx, userId: UserId, policy?: number): Promise<UserTopicRow[]> {
  let query = tx
    .selectFrom('user_topic')
    .select(['channel_id', 'topic', 'policy', 'updated_at'])
    .where('user_id', '=', userId)
  if (policy !== undefined) query = query.where('policy', '=', policy)
  return query.execute()
}

export const count = (tx: Tx, userId: UserId): Promise<number> => countRows(tx, 'user_topic', 'user_id', userId)

export async function withManyPolicies(tx: Tx, userIds: readonly UserId[], many: number): Promise<Set<UserId>> {
  if (userIds.length === 0) return new Set()
  const rows = await raw<{ user_id: UserId }>(
    tx,
    `select u.id as user_id from unnest($1::bigint[]) u(id)
     where (select count(*) from (select 1 from user_topic t where t.user_id = u.id limit $2::bigint) t) >= $2::bigint`,
    [userIds, many],
  )
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Policies for a topic, without users who have none. */
export async function policiesOf(
  tx: Tx,
  userIds: readonly UserId[],
  channelId: ChannelId,
  topic: string,
): Promise<Map<number, number>> {
  const rows = await raw<{ user_id: UserId; policy: number }>(
    tx,
    // perf: runs for each sent message, for users who follow by participating
    `select user_id, policy from user_topic
     where user_id = any($1::bigint[]) and channel_id = $2 and lower(topic) = lower($3)`,
    [userIds, channelId, topic],
  )
  return new Map(rows.map(({ user_id, policy }) => [user_id, policy]))
}

interface TopicOfPerson {
  readonly user_id: UserId
  readonly channel_id: ChannelId
  readonly topic: string
}

export const policiesAmong = (
  tx: Tx,
  some: readonly TopicOfPerson[],
): Promise<(TopicOfPerson & { readonly policy: number })[]> =>
  raw(
    tx,
    // perf: each is looked up by user
    `select a.user_id, a.channel_id, a.topic, t.policy
     from unnest($1::bigint[], $2::bigint[], $3::text[]) a(user_id, channel_id, topic)
     cross join lateral (select policy from user_topic t
       where t.user_id = a.user_id and t.channel_id = a.channel_id and lower(t.topic) = lower(a.topic) limit 1) t`,
    [some.map(({ user_id }) => user_id), some.map(({ channel_id }) => channel_id), some.map(({ topic }) => topic)],
  )

export async function upsertUserTopics(
  tx: Tx,
  orgId: number,
  userIds: readonly UserId[],
  row: { channel_id: ChannelId; topic: string; policy: number; updated_at: Date },
): Promise<void> {
  await raw(
    tx,
    `insert into user_topic (org_id, user_id, channel_id, topic, policy, updated_at)
     select $1, user_id, $3, $4, $5, $6 from unnest($2::bigint[]) user_id
     on conflict (user_id, channel_id, lower(topic))
     do update set topic = excluded.topic, policy = excluded.policy, updated_at = excluded.updated_at`,
    [orgId, userIds, row.channel_id, row.topic, row.policy, row.updated_at],
  )
}

export async function removeUserTopics(
  tx: Tx,
  userIds: readonly UserId[],
  channelId: ChannelId,
  topic: string,
): Promise<void> {
  await tx
    .deleteFrom('user_topic')
    .where('user_id', '=', anyOf(userIds))
    .where('channel_id', '=', channelId)
    .where(({ eb, fn }) => eb(fn('lower', ['topic']), '=', lowered(topic)))
    .execute()
}

export async function policiesOfTopic(tx: Tx, channelId: ChannelId, topic: string): Promise<Map<UserId, number>> {
  const rows = await raw<{ user_id: UserId; policy: number }>(
    tx,
    // perf: runs for a message in a topic that isn't cached
    'select user_id, policy from user_topic where channel_id = $1 and lower(topic) = lower($2)',
    [channelId, topic],
  )
  return new Map(rows.map(({ user_id, policy }) => [user_id, policy]))
}

export async function userTopicsOfMany(
  tx: Tx,
  userIds: readonly UserId[],
): Promise<{ user_id: UserId; channel_id: ChannelId; topic: string; policy: number }[]> {
  return tx
    .selectFrom('user_topic')
    .select(['user_id', 'channel_id', 'topic', 'policy'])
    .where('user_id', '=', anyOf(userIds))
    .execute()
}

/** Users' muted channels. subscription belongs to the subscriptions area. */
export async function mutedChannelsOf(
  tx: Tx,
  userIds: readonly UserId[],
): Promise<{ user_id: UserId; channel_id: ChannelId }[]> {
  return tx
    .selectFrom('subscription')
    .select(['user_id', 'channel_id'])
    .where('user_id', '=', anyOf(userIds))
    .where('active', '=', true)
    .where('is_muted', '=', true)
    .execute()
}
