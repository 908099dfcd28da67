import { firstWeekday, weekdayName } from '../texts/locale.ts'
import './weekday-choice.css'

/** 1 is Monday, 7 is Sunday. */
export const weekdayNumbers: readonly number[] = [1, 2, 3, 4, 5, 6, 7]
/** In the order of the user's locale. */
const inOrder = weekdayNumbers.map((day) => ((firstWeekday() + day - 2) % 7) + 1)

interface Props {
  readonly weekdays: readonly number[]
  change(weekdays: readonly number[]): void
}

export function WeekdayChoice({ weekdays, change }: Props) {
  const toggle = (day: number) =>
    change(weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day].sort((a, b) => a - b))
  return (
    <div class="weekdays">
      {inOrder.map((day) => {
        const name = weekdayName(day)
        return (
          <label key={day} title={name}>
            <input type="checkbox" aria-label={name} checked={weekdays.includes(day)} onChange={() => toggle(day)} />
            <span aria-hidden="true">{weekdayName(day, 'short')}</span>
          </label>
        )
      })}
    </div>
  )
}
