import { apiError, bool, endpoint, event, id, int, MessageId, state, text, z } from '#contract'
import { invalidMessages } from '../messages/api/flags.ts'
import { groupMentionRefused } from '../messages/api/send.ts'
import { registerConstants } from '../organization/register-constants.ts'
import { tooManyKept } from '../organization/totals.ts'
import { deliveryTimestamp, inThePast } from '../scheduled-messages/api.ts'

export const maxReminderNoteLength = registerConstants.max_reminder_note_length

/**
 * A reminder that is still to come. `content` is what it will say, without the quotation of its message: that is made
 * when the time has come. `to` is the person; without a message there is no `reminder_target_message_id`.
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

/** Also for one of somebody else, and for one that has been delivered. */
export const noSuchReminder = apiError(404, 'BAD_REQUEST', 'Reminder does not exist')

export const getReminders = endpoint('GET /reminders', {
  summary: 'Get your upcoming reminders, by time',
  result: { reminders: z.array(Reminder) },
})

/** Without a message, the note is all there is; without a time, it comes at once. */
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

/** By their times. */
export const reminders = state('reminders', z.array(Reminder))
  .on(remindersAdded, (list, { reminders: added }) => [...list, ...added].sort(byTime))
  .on(reminderRemoved, (list, { reminder_id: gone }) => list.filter(({ reminder_id }) => reminder_id !== gone))
