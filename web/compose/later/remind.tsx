import { useSignal } from '@preact/signals'
import type { Message } from '../../../src/features/messages/messages/wire.ts'
import { createReminder, deleteReminder, maxReminderNoteLength } from '../../../src/features/messages/reminders/api.ts'
import { rowOf } from '../../content/active.ts'
import { timeFormat } from '../../entities/time-format.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { localValue, type Preset, presetsAt } from '../../parts/later-times.ts'
import { showRefusal } from '../../parts/refusal.ts'
import { toast } from '../../parts/toast.ts'
import { a } from '../../texts/actions.ts'
import { api } from '../../transport/api.ts'

const format = timeFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

export function openRemind({ id }: Pick<Message, 'id'>): void {
  void openDialog({ title: a.remindTitle, returnTo: () => rowOf(id) }, (close) => <Reminding id={id} close={close} />)
}

function Reminding({ id, close }: { id: number; close: () => void }) {
  const presets = presetsAt(new Date())
  const chosen = useSignal<Preset | 'other'>('hour')
  const other = useSignal(localValue(presets.hour))
  const note = useSignal('')
  const at = chosen.value === 'other' ? new Date(other.value) : presets[chosen.value]
  const isPast = !(at.getTime() > Date.now())
  const remind = async () => {
    const { reminder_id } = await api.call(createReminder, {
      message_id: id,
      scheduled_delivery_timestamp: Math.round(at.getTime() / 1000),
      note: note.value,
    })
    toast(a.remindedAt(format.format(at)), {
      label: a.undo,
      run: () => void api.call(deleteReminder, { reminder_id }).catch(showRefusal),
    })
  }
  return (
    <Form submit={a.remindIt} close={close} run={remind} isDisabled={isPast}>
      <fieldset>
        <legend>{a.remindWhen}</legend>
        {(Object.keys(presets) as Preset[]).map((one) => (
          <label class="pick" key={one}>
            <input type="radio" name="when" checked={chosen.value === one} onChange={() => (chosen.value = one)} />
            <span>
              {a.remindPresets[one]} <span class="soft">{format.format(presets[one])}</span>
            </span>
          </label>
        ))}
        <label class="pick">
          <input
            type="radio"
            name="when"
            checked={chosen.value === 'other'}
            onChange={() => (chosen.value = 'other')}
          />
          <span>{a.remindAt}</span>
        </label>
        {chosen.value === 'other' && (
          <input
            type="datetime-local"
            aria-label={a.remindAt}
            value={other.value}
            min={localValue(new Date())}
            onInput={(event) => (other.value = event.currentTarget.value)}
          />
        )}
        {isPast && <p class="problem">{a.remindPast}</p>}
      </fieldset>
      <label class="field">
        <span class="label">{a.remindNote}</span>
        <textarea
          rows={2}
          dir="auto"
          maxLength={maxReminderNoteLength}
          value={note.value}
          onInput={(event) => (note.value = event.currentTarget.value)}
        />
      </label>
    </Form>
  )
}
