import { isComposing } from '../parts/is-composing.ts'
import type { Saving } from './saving.ts'
import { attributesOf, useField } from './setting.tsx'
import { useTyped } from './typed.ts'
import { TypedButtons } from './typed-buttons.tsx'

interface Props {
  readonly saving: Saving<string>
  readonly maxLength: number
  readonly type?: 'text' | 'email' | 'url' | 'date'
  readonly placeholder?: string
  /** Only for the user's own data. */
  readonly autocomplete?: 'name' | 'email' | 'off'
}

/** A line of text: Enter or the button saves it, Escape resets it. */
export function TextField({ saving, maxLength, type = 'text', placeholder, autocomplete = 'off' }: Props) {
  const field = useField()
  const typed = useTyped(saving)
  return (
    <>
      <input
        {...attributesOf(field)}
        // Preact's types distinguish the attributes of input types
        type={type as 'text'}
        dir="auto"
        autocomplete={autocomplete}
        value={typed.text}
        maxLength={maxLength}
        placeholder={placeholder}
        readOnly={field.isLocked}
        onInput={({ currentTarget }) => typed.type(currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') void typed.save()
          else if (event.key === 'Escape' && typed.isChanged) typed.discard()
          else return
          event.preventDefault()
        }}
      />
      <TypedButtons typed={typed} />
    </>
  )
}
