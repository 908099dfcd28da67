import type { UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { HeldMessage, Missed, Withdrawn } from '../notifications/hooks.ts'
import { personal } from '../user-settings/user-setting.ts'
import { peopleMirror } from '../users/mirror.ts'
import { mailDue } from './due.ts'
import { forgetCalls, newRows } from './store.ts'

/** Remembers who is to get mail about a message, in the act that sends it, until each person's time is up. */
export async function noteMissed(act: Act, { message, people }: Missed): Promise<void> {
  if (!act.org.services.sendsMail) return
  const { byId } = act.get(peopleMirror)
  let earliest: Date | undefined
  for (const { userId, email, mentionedGroupId } of people) {
    const account = byId.get(userId)
    if (email === null || !account) continue
    const due_at = new Date(act.now.getTime() + personal(account, 'email_notifications_batching_period_seconds') * 1000)
    if (!earliest || due_at < earliest) earliest = due_at
    act.insertLater(newRows, {
      org_id: act.org.id,
      user_id: userId,
      message_id: message.id,
      trigger: email,
      group_id: mentionedGroupId,
      in_digest: false,
      due_at,
    })
  }
  const due = earliest
  if (due) act.onCommit(() => act.org.services.workDue(mailDue, due))
}

/** Quiet times are over: what came meanwhile is mailed now, to each person in one mail. */
export async function noteQuietTimesOver(act: Act, people: ReadonlyMap<UserId, readonly HeldMessage[]>): Promise<void> {
  if (!act.org.services.sendsMail) return
  const rows = [...people].flatMap(([user_id, held]) =>
    held.flatMap(({ email, message_id, group_id }) =>
      email === null
        ? []
        : [{ org_id: act.org.id, user_id, message_id, trigger: email, group_id, in_digest: true, due_at: act.now }],
    ),
  )
  if (rows.length === 0) return
  for (const row of rows) act.insertLater(newRows, row)
  act.onCommit(() => act.org.services.workDue(mailDue, act.now))
}

/** What is read or deleted is found out when the time is up; only a call that an edit takes back leaves no other trace. */
export async function forgetWithdrawn(act: Act, { userIds, messageIds, reason }: Withdrawn): Promise<void> {
  if (reason !== 'unmentioned' || messageIds === 'all') return
  await forgetCalls(act.tx, messageIds, userIds === 'everyone' ? null : userIds)
}
