import { useUniqueId } from '../parts/unique-id.ts'
import { i } from '../texts/interactive.ts'
import type { Field, Menu } from './interactive.ts'

interface Given {
  readonly isDisabled: boolean
  readonly value: string
  set(to: string): void
}

export function MenuField({ menu: { label, options, isRequired }, value, isDisabled, set }: Given & { menu: Menu }) {
  const id = useUniqueId()
  return (
    <div class="field">
      <label for={id} class="label" dir="auto">
        {label}
      </label>
      <select
        id={id}
        disabled={isDisabled}
        required={isRequired}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      >
        <option value="">{i.choose}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

export function TextField({
  field: { label, isLong, maxLength, isRequired },
  value,
  isDisabled,
  set,
}: Given & { field: Field }) {
  const id = useUniqueId()
  const given = {
    id,
    dir: 'auto',
    maxLength,
    required: isRequired,
    disabled: isDisabled,
    value,
    onInput: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  } as const
  return (
    <div class="field">
      <label for={id} class="label" dir="auto">
        {label}
      </label>
      {isLong ? <textarea rows={3} {...given} /> : <input type="text" {...given} />}
    </div>
  )
}
