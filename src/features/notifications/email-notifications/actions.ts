import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { personal } from '../../people/user-settings/access.ts'
import { peopleCache } from '../../people/users/cache.ts'
import type { HeldMessage, Missed, Withdrawn } from '../notifications/hooks.ts'
import { mailDue } from './due.ts'
import { forgetCalls, newRows } from './store.ts'

/** Stores who gets mail about a message, in the message's transaction, until each person's delay is over. */
export async function noteMissed(mutation: Mutation, { message, people }: Missed): Promise<void> {
  if (!mutation.org.services.sendsMail) return
  const { byId } = mutation.get(peopleCache)
  let earliest: Date | undefined
  for (const { userId, email, mentionedGroupId } of people) {
    const account = byId.get(userId)
    if (email === null || !account) continue
    const due_at = new Date(
      mutation.now.getTime() + personal(account, 'email_notifications_batching_period_seconds') * 1000,
    )
    if (!earliest || due_at < earliest) earliest = due_at
    mutation.insertLater(newRows, {
      org_id: mutation.org.id,
      user_id: userId,
      message_id: message.id,
      trigger: email,
      group_id: mentionedGroupId,
      in_digest: false,
      due_at,
    })
  }
  const due = earliest
  if (due) mutation.onCommit(() => mutation.org.services.workDue(mailDue, due))
}

/** Mails everything that arrived while notifications were paused, in one mail per person. */
export async function noteQuietTimesOver(
  mutation: Mutation,
  people: ReadonlyMap<UserId, readonly HeldMessage[]>,
): Promise<void> {
  if (!mutation.org.services.sendsMail) return
  const rows = [...people].flatMap(([user_id, held]) =>
    held.flatMap(({ email, message_id, group_id }) =>
      email === null
        ? []
        : [
            {
              org_id: mutation.org.id,
              user_id,
              message_id,
              trigger: email,
              group_id,
              in_digest: true,
              due_at: mutation.now,
            },
          ],
    ),
  )
  if (rows.length === 0) return
  for (const row of rows) mutation.insertLater(newRows, row)
  mutation.onCommit(() => mutation.org.services.workDue(mailDue, mutation.now))
}

/** Read and deleted messages are skipped when mail is due; only mentions removed by an edit leave no other trace. */
export async function forgetWithdrawn(mutation: Mutation, { userIds, messageIds, reason }: Withdrawn): Promise<void> {
  if (reason !== 'unmentioned' || messageIds === 'all') return
  await forgetCalls(mutation.tx, messageIds, userIds === 'everyone' ? null : userIds)
}
