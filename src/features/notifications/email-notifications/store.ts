import type { ChannelId, ConversationId, GroupId, MessageId, UserId } from '#contract'
import { anyOf, raw, type Tx } from '#platform/db'
import type { LateInsert } from '#platform/organization'
import { dueTimes } from '#platform/timer'
import { isUnreadToPerson, placeOfMessage } from '../../messages/messages/access/unread-to-person.ts'
import type { Trigger } from '../notifications/triggers.ts'

export interface NewRow {
  org_id: number
  user_id: UserId
  message_id: MessageId
  trigger: Trigger
  group_id: GroupId | null
  in_digest: boolean
  due_at: Date
}

/** One statement for any number of people, in the message's transaction. */
export const newRows: LateInsert<NewRow> = {
  async insert(tx, rows) {
    const all = <K extends keyof NewRow>(name: K) => rows.map((row) => row[name])
    await raw(
      tx,
      `insert into missed_message (org_id, user_id, message_id, trigger, group_id, in_digest, due_at)
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bool[], $7::timestamptz[])
       on conflict (user_id, message_id) do nothing`,
      [
        all('org_id'),
        all('user_id'),
        all('message_id'),
        all('trigger'),
        all('group_id'),
        all('in_digest'),
        all('due_at'),
      ],
    )
  },
}

export async function forgetCalls(tx: Tx, messageIds: readonly MessageId[], userIds: readonly UserId[] | null) {
  let removal = tx
    .deleteFrom('missed_message')
    .where('message_id', '=', anyOf(messageIds))
    .where('trigger', 'like', '%mentioned%')
  if (userIds) removal = removal.where('user_id', '=', anyOf(userIds))
  await removal.execute()
}

/** Skips deactivated organizations. */
export const missed = dueTimes({ table: 'missed_message' })

export interface WaitingRow {
  user_id: UserId
  message_id: MessageId
  trigger: Trigger
  group_id: GroupId | null
  /** Arrived while notifications were paused: included in a digest. */
  in_digest: boolean
  is_due: boolean
  /** Also false if the message was deleted or can't be read any longer. */
  is_unread: boolean
  /** This and the next ones are null if the message was deleted. */
  conversation_id: ConversationId | null
  topic: string | null
  sender_id: UserId | null
  sent_at: Date | null
  member_ids: UserId[] | null
}

export const waitingFor = (tx: Tx, orgId: number, userIds: readonly UserId[], now: Date): Promise<WaitingRow[]> =>
  raw(
    tx,
    // message and others, perf: see unread-to-person.ts
    `select w.user_id, w.message_id, w.trigger, w.group_id, w.in_digest, w.due_at <= $3 as is_due,
       m.conversation_id, m.topic, m.sender_id, m.sent_at, v.member_ids, ${isUnreadToPerson} as is_unread
     from missed_message w
     left join message m on m.id = w.message_id
     ${placeOfMessage}
     where w.org_id = $1 and w.user_id = any($2::bigint[])
     order by w.message_id`,
    [orgId, userIds, now],
  )

export async function renderingsOf(tx: Tx, ids: readonly MessageId[]): Promise<Map<MessageId, string>> {
  // message: the messages area's table
  const rows = await tx.selectFrom('message').select(['id', 'rendered_content']).where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, row.rendered_content]))
}

export async function remove(tx: Tx, rows: readonly { user_id: UserId; message_id: MessageId }[]): Promise<void> {
  await raw(
    tx,
    `delete from missed_message w using unnest($1::bigint[], $2::bigint[]) d(user_id, message_id)
     where w.user_id = d.user_id and w.message_id = d.message_id`,
    [rows.map(({ user_id }) => user_id), rows.map(({ message_id }) => message_id)],
  )
}

export const hasSeveralOrganizations = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('organization').select('id').where('deactivated_at', 'is', null).limit(2).execute()).length > 1

/** Channels with email notifications for every message; the subscriptions area's table. */
export async function channelsWithMail(tx: Tx, userId: UserId): Promise<ChannelId[]> {
  const rows = await tx
    .selectFrom('subscription')
    .select('channel_id')
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .where('email_notifications', '=', true)
    .orderBy('channel_id')
    .execute()
  return rows.map(({ channel_id }) => channel_id)
}
