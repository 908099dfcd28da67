import { repeats } from '../../../src/features/automations/automations/triggers/schedule-input.ts'
import { WeekdayChoice } from '../../do-not-disturb/weekday-choice.tsx'
import { nameOfZone, zonesWith } from '../../store/time-zone.ts'
import { a } from '../../texts/automations.ts'
import type { Schedule } from './drafts.ts'
import { Field } from './field.tsx'

const monthDays = Array.from({ length: 31 }, (_, index) => index + 1)

interface Props {
  readonly schedule: Schedule
  change(changes: Partial<Schedule>): void
}

export function ScheduleFields({ schedule, change }: Props) {
  const { repeat, weekdays, day, time, timezone } = schedule
  return (
    <>
      <Field label={a.repeat}>
        {(attributes) => (
          <select
            {...attributes}
            value={repeat}
            onChange={({ currentTarget }) => change({ repeat: currentTarget.value as Schedule['repeat'] })}
          >
            {repeats.map((one) => (
              <option key={one} value={one}>
                {a.repeats[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {repeat === 'weekly' && (
        <fieldset>
          <legend>{a.days}</legend>
          <WeekdayChoice weekdays={weekdays} change={(chosen) => change({ weekdays: [...chosen] })} />
        </fieldset>
      )}
      {repeat === 'monthly' && (
        <Field label={a.day} help={a.dayHelp}>
          {(attributes) => (
            <select
              {...attributes}
              value={day}
              onChange={({ currentTarget }) => change({ day: Number(currentTarget.value) })}
            >
              {monthDays.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div class="automation-line">
        <Field label={a.time}>
          {(attributes) => (
            <input
              {...attributes}
              type="time"
              required
              value={time}
              onInput={({ currentTarget }) => change({ time: currentTarget.value.slice(0, 5) })}
            />
          )}
        </Field>
        <Field label={a.zone} grows>
          {(attributes) => (
            <select
              {...attributes}
              value={timezone}
              onChange={({ currentTarget }) => change({ timezone: currentTarget.value })}
            >
              {zonesWith('UTC', timezone).map((one) => (
                <option key={one} value={one}>
                  {nameOfZone(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </>
  )
}
