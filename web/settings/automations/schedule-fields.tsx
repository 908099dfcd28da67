import { repeats } from '../../../src/features/automations/automations/triggers/schedule-input.ts'
import { WeekdayChoice } from '../../do-not-disturb/weekday-choice.tsx'
import { nameOfZone } from '../../store/time-zone.ts'
import { a } from '../../texts/automations.ts'
import type { Schedule } from './drafts.ts'

const zones = Intl.supportedValuesOf('timeZone')
const monthDays = Array.from({ length: 31 }, (_, index) => index + 1)

interface Props {
  readonly schedule: Schedule
  change(changes: Partial<Schedule>): void
}

export function ScheduleFields({ schedule, change }: Props) {
  const { repeat, weekdays, day, time, timezone } = schedule
  return (
    <fieldset class="automation-part">
      <legend>{a.when}</legend>
      <label class="field">
        <span class="label">{a.repeat}</span>
        <select
          value={repeat}
          onChange={({ currentTarget }) => change({ repeat: currentTarget.value as Schedule['repeat'] })}
        >
          {repeats.map((one) => (
            <option key={one} value={one}>
              {a.repeats[one]}
            </option>
          ))}
        </select>
      </label>
      {repeat === 'weekly' && (
        <fieldset>
          <legend>{a.days}</legend>
          <WeekdayChoice weekdays={weekdays} change={(chosen) => change({ weekdays: [...chosen] })} />
        </fieldset>
      )}
      {repeat === 'monthly' && (
        <label class="field">
          <span class="label">{a.day}</span>
          <select value={day} onChange={({ currentTarget }) => change({ day: Number(currentTarget.value) })}>
            {monthDays.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
          <span class="soft small">{a.dayHelp}</span>
        </label>
      )}
      <div class="automation-line">
        <label class="field">
          <span class="label">{a.time}</span>
          <input
            type="time"
            required
            value={time}
            onInput={({ currentTarget }) => change({ time: currentTarget.value.slice(0, 5) })}
          />
        </label>
        <label class="field grows">
          <span class="label">{a.zone}</span>
          <select value={timezone} onChange={({ currentTarget }) => change({ timezone: currentTarget.value })}>
            {[...new Set(['UTC', ...zones, timezone].filter(Boolean))].map((one) => (
              <option key={one} value={one}>
                {nameOfZone(one)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </fieldset>
  )
}
