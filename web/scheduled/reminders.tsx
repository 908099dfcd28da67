import { useSignal } from '@preact/signals'
import { getMessage } from '../../src/features/messages/messages/api/fetch.ts'
import { deleteReminder, type Reminder } from '../../src/features/messages/reminders/api.ts'
import { fullTime } from '../compose/later/when-field.tsx'
import { plainLines } from '../content/plain-text.ts'
import { placeName } from '../entities/place.tsx'
import { conversationOfMessage, narrowOf } from '../narrow/narrow.ts'
import { goTo } from '../navigation/route.ts'
import { part } from '../store/connection.ts'
import { message } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { t } from '../texts/writing.ts'
import { api } from '../transport/api.ts'
import { Item } from './item.tsx'

const reminders = part<Reminder[]>('reminders')

export const Reminders = () => (
  <div class="inbox" id="messages" tabIndex={-1}>
    {(reminders.value ?? []).length === 0 && <p class="hint">{t.noReminders}</p>}
    <ul aria-label={t.reminders}>
      {(reminders.value ?? []).map((one) => (
        <ReminderItem key={one.reminder_id} one={one} />
      ))}
    </ul>
  </div>
)

const ReminderItem = ({ one }: { one: Reminder }) => {
  const problem = useSignal<string | undefined>(undefined)
  const { reminder_id, rendered_content, failed, reminder_target_message_id: messageId } = one
  const known = messageId === undefined ? undefined : message(messageId)
  const place = known && placeName(conversationOfMessage(known, ownId.value))
  const say = (error: Error) => {
    problem.value = error.message
  }
  const label = messageId === undefined ? t.reminderAlone : place === undefined ? t.reminder : t.reminderOf(place)
  return (
    <>
      <Item
        label={label}
        text={plainLines(rendered_content)}
        note={
          failed ? (
            <span class="error">{t.reminderFailed}</span>
          ) : (
            fullTime.format(one.scheduled_delivery_timestamp * 1000)
          )
        }
        onOpen={() => {
          if (messageId !== undefined) open(messageId).catch(say)
        }}
        onRemove={() => void api.call(deleteReminder, { reminder_id }).catch(say)}
      />
      {problem.value !== undefined && (
        <li class="error" role="alert">
          {problem.value}
        </li>
      )}
    </>
  )
}

async function open(messageId: number): Promise<void> {
  const found = message(messageId) ?? (await api.call(getMessage, { message_id: messageId })).message
  goTo({ view: 'narrow', narrow: narrowOf(conversationOfMessage(found, ownId.value)), near: messageId })
}
