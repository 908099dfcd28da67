import type { GroupId, MessageId, UserId } from '#contract'
import { anyOf, raw, type Tx } from '#platform/db'
import type { LateInsert } from '#platform/organization'
import { dueTimes } from '#platform/timer'
import type { DigestKind } from '../../quiet-times/wire.ts'
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

/** Goes in with the message, for however many people in one statement. */
export const newRows: LateInsert<NewRow> = {
  async insert(tx, rows) {
    const all = <K extends keyof NewRow>(name: K) => rows.map((row) => row[name])
    await raw(
      tx,
      `insert into held_notification (org_id, user_id, message_id, kind, push, email, group_id, due_at)
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[],
         $8::timestamptz[])
       on conflict (user_id, message_id) do nothing`,
      [
        all('org_id'),
        all('user_id'),
        all('message_id'),
        all('kind'),
        all('push'),
        all('email'),
        all('group_id'),
        all('due_at'),
      ],
    )
  },
}

/** Nobody can read in an organization that is deactivated. */
export const held = dueTimes({ table: 'held_notification' })

/** When what was held back from people is told; whether there is something. */
export async function setDue(tx: Tx, times: ReadonlyMap<UserId, Date>): Promise<boolean> {
  const rows = await raw(
    tx,
    `update held_notification h set due_at = u.due_at from unnest($1::bigint[], $2::timestamptz[]) u(user_id, due_at)
     where h.user_id = u.user_id returning h.message_id`,
    [[...times.keys()], [...times.values()]],
  )
  return rows.length > 0
}

/** What an edit has called people by is none any more. */
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

const unreadJoins = `join message m on m.id = w.message_id
     join conversation v on v.id = m.conversation_id
     left join channel c on c.conversation_id = m.conversation_id
     where not coalesce((select s.read @> m.id from read_state s
         where s.user_id = w.user_id and s.conversation_id = m.conversation_id), false)
       and case when c.id is null then w.user_id = any(v.member_ids)
         else exists (select 1 from subscription_span p where p.user_id = w.user_id and p.channel_id = c.id
           and coalesce(p.to_position, -1) = -1 and p.from_message_id <= m.id) end`

/**
 * What was held back from some people, is still there, theirs to read and unread; by message. Tables of channels,
 * messages and subscriptions beside its own.
 */
export const unreadOf = (tx: Tx, orgId: number, userIds: readonly UserId[]): Promise<HeldMessage[]> =>
  raw(
    tx,
    // perf: each row is found by its person, as for mail about missed messages
    `select w.user_id, w.message_id, w.kind, w.push, w.email, w.group_id, m.conversation_id, m.topic, m.sender_id, m.sent_at,
       v.member_ids
     from (select * from held_notification where org_id = $1 and user_id = any($2::bigint[])) w
     ${unreadJoins}
     order by w.message_id`,
    [orgId, userIds],
  )

/** Those of some messages that some people have not read and may read. */
export const unreadAmong = (tx: Tx, some: readonly HeldMessageId[]): Promise<HeldMessageId[]> =>
  raw(
    tx,
    `select w.user_id, w.message_id from unnest($1::bigint[], $2::bigint[]) w(user_id, message_id) ${unreadJoins}`,
    [some.map(({ user_id }) => user_id), some.map(({ message_id }) => message_id)],
  )

export async function remove(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  await tx.deleteFrom('held_notification').where('user_id', '=', anyOf(userIds)).execute()
}
