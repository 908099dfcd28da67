import { nameOfZone, zonesWith } from '../../store/time-zone.ts'
import { a } from '../../texts/automations.ts'
import { Field } from './field.tsx'

interface TimeProps {
  readonly label: string
  readonly time: string
  change(time: string): void
}

export const TimeField = ({ label, time, change }: TimeProps) => (
  <Field label={label}>
    {(attributes) => (
      <input
        {...attributes}
        type="time"
        required
        value={time}
        onInput={({ currentTarget }) => change(currentTarget.value.slice(0, 5))}
      />
    )}
  </Field>
)

interface ZoneProps {
  readonly timezone: string
  change(timezone: string): void
}

export const ZoneField = ({ timezone, change }: ZoneProps) => (
  <Field label={a.zone} grows>
    {(attributes) => (
      <select {...attributes} value={timezone} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {zonesWith('UTC', timezone).map((zone) => (
          <option key={zone} value={zone}>
            {nameOfZone(zone)}
          </option>
        ))}
      </select>
    )}
  </Field>
)
