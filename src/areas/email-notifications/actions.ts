import type { UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { HeldMessage, Missed, Withdrawn } from '../notifications/hooks.ts'
import { personal } from '../user-settings/user-setting.ts'
import { peopleMirror } from '../users/mirror.ts'
import { mailDue } from './due.ts'
import { forgetCalls, newRows } from './store.ts'

/** Stores who gets mail about a message, in the message's transaction, until each person's delay is over. */
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

/** Mails everything that arrived while notifications were paused, in one mail per person. */
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

/** Read and deleted messages are skipped when mail is due; only mentions removed by an edit leave no other trace. */
export async function forgetWithdrawn(act: Act, { userIds, messageIds, reason }: Withdrawn): Promise<void> {
  if (reason !== 'unmentioned' || messageIds === 'all') return
  await forgetCalls(act.tx, messageIds, userIds === 'everyone' ? null : userIds)
}
