import type { UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { Held, MissedMessage, Withdrawn } from '../hooks.ts'
import { endingQuiet } from './due.ts'
import * as store from './store.ts'

/** Keeps a message for those in whose quiet time it came, in the act that sends it. */
export function holdBack(act: Act, message: MissedMessage, people: readonly Held[]): void {
  for (const { userId, kind, push, email, mentionedGroupId, quietUntil } of people)
    act.insertLater(store.newRows, {
      org_id: act.org.id,
      user_id: userId,
      message_id: message.id,
      kind,
      push,
      email,
      group_id: mentionedGroupId,
      due_at: quietUntil,
    })
  const earliest = new Date(Math.min(...people.map(({ quietUntil }) => quietUntil.getTime())))
  act.onCommit(() => act.org.services.workDue(endingQuiet, earliest))
}

/** Somebody has chosen other quiet times: what was held back is told when they are over, or now. */
export async function putOff(act: Act, userId: UserId, quietUntil: Date | null): Promise<void> {
  const due = quietUntil ?? act.now
  if (await store.setDue(act.tx, new Map([[userId, due]])))
    act.onCommit(() => act.org.services.workDue(endingQuiet, due))
}

/** What is read or deleted is found out at the end; only a call that an edit takes back leaves no other trace. */
export async function forgetWithdrawn(act: Act, { userIds, messageIds, reason }: Withdrawn): Promise<void> {
  if (reason !== 'unmentioned' || messageIds === 'all') return
  await store.forgetCalls(act.tx, messageIds, userIds === 'everyone' ? null : userIds)
}
