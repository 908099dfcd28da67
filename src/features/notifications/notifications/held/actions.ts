import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Held, MissedMessage, Withdrawn } from '../hooks.ts'
import { endingQuiet } from './due.ts'
import * as store from './store.ts'

export function holdBack(mutation: Mutation, message: MissedMessage, people: readonly Held[]): void {
  for (const { userId, kind, push, email, mentionedGroupId, quietUntil } of people)
    mutation.insertLater(store.newRows, {
      org_id: mutation.org.id,
      user_id: userId,
      message_id: message.id,
      kind,
      push,
      email,
      group_id: mentionedGroupId,
      due_at: quietUntil,
    })
  const earliest = new Date(Math.min(...people.map(({ quietUntil }) => quietUntil.getTime())))
  mutation.onCommit(() => mutation.org.services.workDue(endingQuiet, earliest))
}

/** Reschedules held notifications after a change of the do not disturb schedule. */
export async function putOff(mutation: Mutation, userId: UserId, quietUntil: Date | null): Promise<void> {
  const due = quietUntil ?? mutation.now
  if (await store.setDue(mutation.tx, new Map([[userId, due]])))
    mutation.onCommit(() => mutation.org.services.workDue(endingQuiet, due))
}

/** Read and deleted messages are detected later; a mention removed by an edit must be recorded here. */
export async function forgetWithdrawn(mutation: Mutation, { userIds, messageIds, reason }: Withdrawn): Promise<void> {
  if (reason !== 'unmentioned' || messageIds === 'all') return
  await store.forgetCalls(mutation.tx, messageIds, userIds === 'everyone' ? null : userIds)
}
