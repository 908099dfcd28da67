import type { ChannelId, MessageId, UserId } from '#contract'
import { anyOf, type Row, raw, type Tx } from '#platform/db'

export type SubscriptionRow = Row<'subscription'>

export const ofUser = (tx: Tx, orgId: number, userId: UserId): Promise<SubscriptionRow[]> =>
  tx.selectFrom('subscription').selectAll().where('org_id', '=', orgId).where('user_id', '=', userId).execute()

export const ofUsers = (
  tx: Tx,
  orgId: number,
  userIds: UserId[],
  channelIds: ChannelId[] | null,
): Promise<SubscriptionRow[]> => {
  const query = tx
    .selectFrom('subscription')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_id', '=', anyOf(userIds))
  return (channelIds ? query.where('channel_id', '=', anyOf(channelIds)) : query).execute()
}

export const ofChannel = (tx: Tx, orgId: number, channelId: ChannelId): Promise<SubscriptionRow[]> =>
  tx
    .selectFrom('subscription')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('channel_id', '=', channelId)
    .where('active', '=', true)
    .execute()

export interface Pairs {
  userIds: UserId[]
  channelIds: ChannelId[]
}

/** Subscribes the pairs from the next message and event on; former subscribers keep their settings except the color. */
export async function open(
  tx: Tx,
  orgId: number,
  { userIds, channelIds }: Pairs,
  settings: readonly Pick<SubscriptionRow, 'color' | 'push_notifications'>[],
  position: number,
): Promise<void> {
  await raw(
    tx,
    `insert into subscription (org_id, user_id, channel_id, color, push_notifications)
     select $1, u, c, color, push from unnest($2::bigint[], $3::bigint[], $4::text[], $5::boolean[]) as t(u, c, color, push)
     on conflict (user_id, channel_id) do update set active = true, out_of_sight = false, color = excluded.color`,
    [orgId, userIds, channelIds, settings.map(({ color }) => color), settings.map((one) => one.push_notifications)],
  )
  await raw(
    tx,
    `insert into subscription_span (org_id, user_id, channel_id, from_message_id, from_position)
     select $1, u, c, ${nextMessageId}, $4 from unnest($2::bigint[], $3::bigint[]) as t(u, c)`,
    [orgId, userIds, channelIds, position],
  )
}

// message belongs to the messages feature: spans are bounded by message IDs
const nextMessageId = '(select coalesce(max(id), 0) + 1 from message where org_id = $1)'

export async function close(tx: Tx, orgId: number, { userIds, channelIds }: Pairs, position: number): Promise<void> {
  await raw(
    tx,
    `update subscription s set active = false from unnest($2::bigint[], $3::bigint[]) as t(u, c)
     where s.org_id = $1 and s.user_id = t.u and s.channel_id = t.c`,
    [orgId, userIds, channelIds],
  )
  await raw(
    tx,
    `update subscription_span s set to_message_id = ${nextMessageId}, to_position = $4
     from unnest($2::bigint[], $3::bigint[]) as t(u, c)
     where s.user_id = t.u and s.channel_id = t.c and s.to_position is null`,
    [orgId, userIds, channelIds, position],
  )
}

/** Records that former subscribers can't see the channels anymore. */
export async function loseVisibility(tx: Tx, orgId: number, channelIds: ChannelId[], userIds: UserId[]): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ out_of_sight: true })
    .where('org_id', '=', orgId)
    .where('channel_id', '=', anyOf(channelIds))
    .where('user_id', '=', anyOf(userIds))
    .where('active', '=', false)
    .where('out_of_sight', '=', false)
    .execute()
}

/** Mutes or unmutes a channel for current and former subscribers; returns those it changed for. */
export const setMuted = (
  tx: Tx,
  userIds: readonly UserId[],
  channelId: ChannelId,
  isMuted: boolean,
): Promise<{ user_id: UserId; active: boolean }[]> =>
  tx
    .updateTable('subscription')
    .set({ is_muted: isMuted })
    .where('user_id', '=', anyOf(userIds))
    .where('channel_id', '=', channelId)
    .where('is_muted', '<>', isMuted)
    .returning(['user_id', 'active'])
    .execute()

export async function setPersonal(tx: Tx, userId: UserId, rows: SubscriptionRow[]): Promise<void> {
  await raw(
    tx,
    `update subscription s set color = n.color, is_muted = n.is_muted, pin_to_top = n.pin_to_top,
       desktop_notifications = n.desktop, audible_notifications = n.audible, push_notifications = n.push,
       email_notifications = n.email, wildcard_mentions_notify = n.wildcard
     from unnest($2::bigint[], $3::text[], $4::bool[], $5::bool[], $6::bool[], $7::bool[], $8::bool[], $9::bool[], $10::bool[])
       as n(channel_id, color, is_muted, pin_to_top, desktop, audible, push, email, wildcard)
     where s.user_id = $1 and s.channel_id = n.channel_id`,
    [
      userId,
      rows.map((row) => row.channel_id),
      rows.map((row) => row.color),
      rows.map((row) => row.is_muted),
      rows.map((row) => row.pin_to_top),
      rows.map((row) => row.desktop_notifications),
      rows.map((row) => row.audible_notifications),
      rows.map((row) => row.push_notifications),
      rows.map((row) => row.email_notifications),
      rows.map((row) => row.wildcard_mentions_notify),
    ],
  )
}

export async function setImported(
  tx: Tx,
  channelId: ChannelId,
  members: readonly { userId: UserId; isMuted: boolean; isPinned: boolean; color: string | undefined }[],
): Promise<void> {
  await raw(
    tx,
    `update subscription s set is_muted = n.muted, pin_to_top = n.pinned, color = coalesce(n.color, s.color)
     from unnest($2::bigint[], $3::bool[], $4::bool[], $5::text[]) as n(user_id, muted, pinned, color)
     where s.channel_id = $1 and s.user_id = n.user_id`,
    [
      channelId,
      members.map(({ userId }) => userId),
      members.map(({ isMuted }) => isMuted),
      members.map(({ isPinned }) => isPinned),
      members.map(({ color }) => color ?? null),
    ],
  )
}

/** Moves the start of current spans. */
export async function beginSpansAt(tx: Tx, channelId: ChannelId, userIds: UserId[], from: MessageId): Promise<void> {
  await tx
    .updateTable('subscription_span')
    .set({ from_message_id: from })
    .where('channel_id', '=', channelId)
    .where('user_id', '=', anyOf(userIds))
    .where('to_position', 'is', null)
    .execute()
}
