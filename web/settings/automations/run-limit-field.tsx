import { maxRaisedRunsPerHour, maxRunsPerHour } from '../../../src/features/automations/automations/limits.ts'
import { isAdministering } from '../../permissions/rights.ts'
import { a } from '../../texts/automations.ts'
import { Field } from './field.tsx'

const lowest = maxRunsPerHour.automation

export const isRunLimit = (limit: number): boolean =>
  Number.isInteger(limit) && limit >= lowest && limit <= maxRaisedRunsPerHour

interface Props {
  readonly limit: number | undefined
  /** Gets NaN while no number is entered. */
  change(limit: number): void
}

/** For administrators; others see the limit if it was raised. */
export function RunLimitField({ limit = lowest, change }: Props) {
  if (!isAdministering()) return limit > lowest ? <p class="soft small">{a.runLimit(limit)}</p> : null
  return (
    <Field label={a.runLimitLabel} help={a.runLimitHelp(lowest, maxRaisedRunsPerHour)}>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          class="automation-run-limit"
          min={lowest}
          max={maxRaisedRunsPerHour}
          value={Number.isNaN(limit) ? '' : limit}
          onInput={({ currentTarget }) => change(currentTarget.valueAsNumber)}
        />
      )}
    </Field>
  )
}
