import type { GroupId, MessageId, UserId } from '#contract'
import { anyOf, raw, type Tx } from '#platform/db'
import type { LateInsert } from '#platform/organization'
import { dueTimes } from '#platform/timer'
import { isUnreadToPerson, placeOfMessage } from '../../../messages/messages/access/unread-to-person.ts'
import { maxInDigest } from '../../../people/quiet-times/limits.ts'
import { type DigestKind, digestKinds } from '../../../people/quiet-times/wire.ts'
import type { Trigger } from '../triggers.ts'
import type { HeldMessage } from './held-message.ts'

interface NewRow {
  org_id: number
  user_id: UserId
  message_id: MessageId
  kind: DigestKind
  push: Trigger | null
  email: Trigger | null
  group_id: GroupId | null
  due_at: Date
}

/** One statement for all users. A mention added by an edit overrides weaker reasons, later in `digestKinds`. */
export const newRows: LateInsert<NewRow> = {
  async insert(tx, rows) {
    const all = <K extends keyof NewRow>(name: K) => rows.map((row) => row[name])
    await raw(
      tx,
      `insert into held_notification (org_id, user_id, message_id, kind, push, email, group_id, due_at)
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[],
         $8::timestamptz[])
       on conflict (user_id, message_id) do update
         set kind = excluded.kind, push = coalesce(excluded.push, held_notification.push),
           email = coalesce(excluded.email, held_notification.email), group_id = excluded.group_id
         where array_position($9::text[], excluded.kind) < array_position($9::text[], held_notification.kind)`,
      [
        all('org_id'),
        all('user_id'),
        all('message_id'),
        all('kind'),
        all('push'),
        all('email'),
        all('group_id'),
        all('due_at'),
        digestKinds,
      ],
    )
  },
}

/** Pauses while an organization is deactivated. */
export const held = dueTimes({ table: 'held_notification' })

/** Sets when to send users' held notifications; returns whether there are any. */
export async function setDue(tx: Tx, times: ReadonlyMap<UserId, Date>): Promise<boolean> {
  const rows = await raw(
    tx,
    `update held_notification h set due_at = u.due_at from unnest($1::bigint[], $2::timestamptz[]) u(user_id, due_at)
     where h.user_id = u.user_id returning h.message_id`,
    [[...times.keys()], [...times.values()]],
  )
  return rows.length > 0
}

export async function forgetCalls(tx: Tx, messageIds: readonly MessageId[], userIds: readonly UserId[] | null) {
  let removal = tx
    .deleteFrom('held_notification')
    .where('message_id', '=', anyOf(messageIds))
    .where('kind', '=', 'mentions')
  if (userIds) removal = removal.where('user_id', '=', anyOf(userIds))
  await removal.execute()
}

interface HeldMessageId {
  user_id: UserId
  message_id: MessageId
}

/** The newest unsent notifications of each kind to check per user. */
const maxLookedAt = 5_000

/** Users' held messages that still exist, are readable, and unread; per kind the newest that fit into a digest. */
export const unreadOf = (tx: Tx, orgId: number, userIds: readonly UserId[]): Promise<HeldMessage[]> =>
  raw(
    tx,
    // message and others: see unread-to-person.ts; perf: limits each user's rows of a kind
    `select held.* from unnest($2::bigint[]) u(id) cross join unnest($3::text[]) k(kind)
     cross join lateral (
       select w.user_id, w.message_id, w.kind, w.push, w.email, w.group_id, m.conversation_id, m.topic, m.sender_id, m.sent_at,
         v.member_ids
       from (select * from held_notification where org_id = $1 and user_id = u.id and kind = k.kind
         order by message_id desc limit ${maxLookedAt}) w
       join message m on m.id = w.message_id ${placeOfMessage}
       where ${isUnreadToPerson}
       order by w.message_id desc limit ${maxInDigest}) held
     order by held.message_id`,
    [orgId, userIds, digestKinds],
  )

/** Those of the messages that the users haven't read and can read. */
export const unreadAmong = (tx: Tx, some: readonly HeldMessageId[]): Promise<HeldMessageId[]> =>
  raw(
    tx,
    `select w.user_id, w.message_id from unnest($1::bigint[], $2::bigint[]) w(user_id, message_id)
     join message m on m.id = w.message_id ${placeOfMessage}
     where ${isUnreadToPerson}`,
    [some.map(({ user_id }) => user_id), some.map(({ message_id }) => message_id)],
  )

export async function remove(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  await tx.deleteFrom('held_notification').where('user_id', '=', anyOf(userIds)).execute()
}
