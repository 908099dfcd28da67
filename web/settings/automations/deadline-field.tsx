import { maxWaitMinutes } from '../../../src/features/automations/automations/limits.ts'
import { a } from '../../texts/automations.ts'
import { spanText } from '../../texts/span.ts'
import { DurationField } from './duration-field.tsx'

const firstDeadline = 24 * 60

interface Props {
  /** Null for the longest possible wait. */
  readonly minutes: number | null
  change(minutes: number | null): void
}

/** When a request expires. */
export function DeadlineField({ minutes, change }: Props) {
  const longest = spanText(maxWaitMinutes * 60)
  return (
    <>
      <label class="automation-check">
        <input
          type="checkbox"
          checked={minutes !== null}
          onChange={({ currentTarget }) => change(currentTarget.checked ? firstDeadline : null)}
        />
        {a.deadline}
      </label>
      {minutes === null ? (
        <span class="soft small">{a.noDeadlineHelp(longest)}</span>
      ) : (
        <DurationField label={a.duration} help={a.waitHelp(longest)} minutes={minutes} change={change} />
      )}
    </>
  )
}
