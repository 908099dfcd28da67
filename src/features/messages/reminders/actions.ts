import type { MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { checkTotal, maxPerUser } from '../../people/organization/totals.ts'
import { checkGroupMentions } from '../messages/access/send.ts'
import type { Outgoing } from '../messages/actions/send.ts'
import { futureTime } from '../scheduled-messages/actions/schedule.ts'
import * as api from './api.ts'
import * as store from './store.ts'

interface NewReminder {
  message_id: MessageId | null
  note: string
  /** Undefined means right away. */
  timestamp: number | undefined
}

/** `preview` is shown in the list of reminders. */
export async function createReminder(
  mutation: Mutation,
  { message_id, note, timestamp }: NewReminder,
  preview: Outgoing,
): Promise<api.Reminder> {
  const { tx, org, viewer, now } = mutation
  checkTotal(maxPerUser, 'reminders', await store.count(tx, viewer.id))
  checkGroupMentions(mutation, preview.rendered)
  const due_at = timestamp === undefined ? now : futureTime(mutation, timestamp)
  const row = await store.insert(tx, {
    org_id: org.id,
    user_id: viewer.id,
    message_id,
    note,
    content: preview.content,
    rendered_content: preview.rendered.html,
    due_at,
    created_at: now,
  })
  const reminder = store.toWire(row)
  mutation.emit(api.remindersAdded, { reminders: [reminder] }, [viewer.id])
  return reminder
}

/** Deletes a reminder, or one being delivered; returns whether it existed. */
export async function removeReminder(mutation: Mutation, userId: UserId, reminder_id: number): Promise<boolean> {
  if (!(await store.remove(mutation.tx, userId, reminder_id))) return false
  mutation.emit(api.reminderRemoved, { reminder_id }, [userId])
  return true
}
