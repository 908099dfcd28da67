import { repeats } from '../../../src/features/automations/automations/triggers/schedule-input.ts'
import { WeekdayChoice } from '../../do-not-disturb/weekday-choice.tsx'
import { a } from '../../texts/automations.ts'
import type { Schedule } from './drafts.ts'
import { Field } from './field.tsx'
import { TimeField, ZoneField } from './time-fields.tsx'

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
            {repeats.map((choice) => (
              <option key={choice} value={choice}>
                {a.repeats[choice]}
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
              {monthDays.map((monthDay) => (
                <option key={monthDay} value={monthDay}>
                  {monthDay}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div class="automation-line">
        <TimeField label={a.time} time={time} change={(changed) => change({ time: changed })} />
        <ZoneField timezone={timezone} change={(changed) => change({ timezone: changed })} />
      </div>
    </>
  )
}
