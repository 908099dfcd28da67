import { isComposing } from '../parts/is-composing.ts'
import { s } from '../texts/settings.ts'
import type { Saving } from './saving.ts'
import { attributesOf, useField } from './setting.tsx'
import { useTyped } from './typed.ts'
import { TypedButtons } from './typed-buttons.tsx'

interface Props {
  readonly saving: Saving<number>
  readonly min: number
  readonly max: number
  readonly unit?: string
}

/** A whole number, saved with Enter or the button. */
export function NumberField({ saving, min, max, unit }: Props) {
  const field = useField()
  const typed = useTyped({
    ...saving,
    value: String(saving.value),
    known: String(saving.known),
    run: (text) => saving.run(Number(text)),
  })
  const number = Number(typed.text)
  const fits = /^\s*-?\d+\s*$/.test(typed.text) && number >= min && number <= max
  return (
    <>
      <span class="number-field">
        <input
          {...attributesOf(field)}
          type="text"
          inputMode="numeric"
          autocomplete="off"
          value={typed.text}
          maxLength={12}
          readOnly={field.isLocked}
          onInput={({ currentTarget }) => typed.type(currentTarget.value)}
          onKeyDown={(event) => {
            if (isComposing(event)) return
            if (event.key === 'Enter' && fits) void typed.save()
            else if (event.key === 'Escape' && typed.isChanged) typed.discard()
            else return
            event.preventDefault()
          }}
        />
        {unit}
      </span>
      <TypedButtons typed={typed} problem={typed.isChanged && !fits ? s.notANumber(min, max) : ''} />
    </>
  )
}
