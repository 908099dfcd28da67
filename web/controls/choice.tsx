import type { Saving } from './saving.ts'
import { attributesOf, labelId, useField } from './setting.tsx'

export interface ChoiceOption<T extends string | number> {
  readonly value: T
  readonly label: string
}

interface Props<T extends string | number> {
  readonly saving: Saving<T>
  readonly options: readonly ChoiceOption<T>[]
  readonly kind?: 'list' | 'buttons'
}

export function Choice<T extends string | number>({ saving, options, kind = 'list' }: Props<T>) {
  const field = useField()
  if (kind === 'buttons') return <Buttons saving={saving} options={options} />
  const isKnown = options.some(({ value }) => value === saving.value)
  return (
    <select
      {...attributesOf(field)}
      value={saving.value}
      disabled={field.isLocked}
      onChange={({ currentTarget }) => {
        const chosen = options.find(({ value }) => String(value) === currentTarget.value)
        if (!chosen) return
        void saving.run(chosen.value).then((taken) => {
          if (!taken) currentTarget.value = String(saving.known)
        })
      }}
    >
      {/* a value set by another client */}
      {!isKnown && <option value={saving.value}>{String(saving.value)}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

function Buttons<T extends string | number>({ saving, options }: Omit<Props<T>, 'kind'>) {
  const field = useField()
  const attributes = attributesOf(field)
  return (
    <div
      class="segments"
      role="radiogroup"
      aria-labelledby={labelId(field.id)}
      aria-describedby={attributes['aria-describedby']}
    >
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={attributes.id}
            checked={saving.value === value}
            disabled={field.isLocked}
            onChange={() => void saving.run(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}
