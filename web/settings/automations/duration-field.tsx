import { useSignal } from '@preact/signals'
import { type DurationUnit, unitSecs } from '#contract'
import { o } from '../../texts/organization.ts'
import { Field } from './field.tsx'

const units = ['day', 'hour', 'minute'] as const
const maxDigits = 6

const minutesOf = (unit: DurationUnit): number => unitSecs[unit] / 60

const unitFor = (minutes: number): DurationUnit =>
  units.find((unit) => minutes > 0 && minutes % minutesOf(unit) === 0) ?? 'minute'

interface Props {
  readonly label: string
  readonly help: string
  readonly minutes: number
  /** Gets 0 while no valid number is entered. */
  change(minutes: number): void
}

export function DurationField({ label, help, minutes, change }: Props) {
  const unit = useSignal(unitFor(minutes))
  const count = useSignal(minutes > 0 ? String(minutes / minutesOf(unit.value)) : '')
  const update = () => {
    const text = count.value.trim()
    change(/^\d+$/.test(text) ? Number(text) * minutesOf(unit.value) : 0)
  }
  return (
    <Field label={label} help={help}>
      {(attributes) => (
        <span class="automation-duration">
          <input
            {...attributes}
            type="text"
            inputMode="numeric"
            autocomplete="off"
            maxLength={maxDigits}
            value={count.value}
            onInput={({ currentTarget }) => {
              count.value = currentTarget.value
              update()
            }}
          />
          <select
            aria-label={o.unit}
            value={unit.value}
            onChange={({ currentTarget }) => {
              unit.value = currentTarget.value as DurationUnit
              update()
            }}
          >
            {units.toReversed().map((each) => (
              <option key={each} value={each}>
                {o.units[each]}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}
