import { apiError, bool, endpoint, event, id, int, MessageId, state, text, z } from '#contract'
import { registerConstants } from '../../people/organization/register-constants.ts'
import { tooManyKept } from '../../people/organization/totals.ts'
import { invalidMessages } from '../messages/api/flags.ts'
import { groupMentionRefused } from '../messages/api/send.ts'
import { deliveryTimestamp, inThePast } from '../scheduled-messages/api.ts'

export const maxReminderNoteLength = registerConstants.max_reminder_note_length

/**
 * A scheduled reminder. `content` is its text without the quoted message, which is added on delivery. `to` is the user;
 * without a message there's no `reminder_target_message_id`.
 */
const Reminder = z.object({
  reminder_id: int,
  type: z.literal('private'),
  to: z.array(int),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: int,
  failed: bool,
  reminder_target_message_id: int.optional(),
})
export type Reminder = z.infer<typeof Reminder>

/** Also for another user's reminder, and a delivered one. */
export const noSuchReminder = apiError(404, 'BAD_REQUEST', 'Reminder does not exist')

export const getReminders = endpoint('GET /reminders', {
  summary: 'Get your upcoming reminders, by time',
  result: { reminders: z.array(Reminder) },
})

/** Without a message, the note is the whole text; without a time, it's sent right away. */
export const createReminder = endpoint('POST /reminders', {
  summary: 'Create a reminder',
  params: {
    message_id: MessageId.optional(),
    scheduled_delivery_timestamp: deliveryTimestamp.optional(),
    note: text({ trim: true, max: maxReminderNoteLength }).default(''),
  },
  result: { reminder_id: id },
  errors: [invalidMessages, inThePast, groupMentionRefused, tooManyKept],
})

export const deleteReminder = endpoint('DELETE /reminders/{reminder_id}', {
  summary: 'Delete a reminder',
  params: { reminder_id: id },
  errors: [noSuchReminder],
})

export const remindersAdded = event('reminders', 'add', { reminders: z.array(Reminder) })
export const reminderRemoved = event('reminders', 'remove', { reminder_id: int })

const byTime = (a: Reminder, b: Reminder): number =>
  a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.reminder_id - b.reminder_id

/** Sorted by time. */
export const reminders = state('reminders', z.array(Reminder))
  .on(remindersAdded, (list, { reminders: added }) => [...list, ...added].sort(byTime))
  .on(reminderRemoved, (list, { reminder_id: gone }) => list.filter(({ reminder_id }) => reminder_id !== gone))
