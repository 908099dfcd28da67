import { useSignal } from '@preact/signals'
import type { Choice } from '../../entities/choice.ts'
import { ChoiceRow } from '../../entities/choice-row.tsx'
import { isComposing } from '../../parts/is-composing.ts'
import { useUniqueId } from '../../parts/unique-id.ts'

interface Props<T extends Pick<Choice, 'key' | 'label' | 'detail' | 'mark'>> {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly choices: (text: string) => readonly T[]
  readonly maxLength?: number | undefined
  readonly onInput: (text: string) => void
  readonly onTake: (choice: T) => void
  /** Called on Enter with no options, or none selected. */
  readonly onDone: () => void
  readonly onBack?: () => void
  readonly field?: (element: HTMLInputElement | null) => void
  readonly takesFirst?: boolean
}

export function Picker<T extends Pick<Choice, 'key' | 'label' | 'detail' | 'mark'>>(props: Props<T>) {
  const id = useUniqueId()
  const isOpen = useSignal(false)
  const first = props.takesFirst ? 0 : -1
  const active = useSignal(first)
  const choices = isOpen.value ? props.choices(props.value) : []
  const take = (choice: T) => {
    isOpen.value = false
    active.value = first
    props.onTake(choice)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const one = choices[active.value]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (!isOpen.value) isOpen.value = true
      else if (choices.length > 0)
        active.value =
          active.value < 0 && step < 0 ? choices.length - 1 : (active.value + step + choices.length) % choices.length
    } else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey && one && props.value !== '')) {
      if (one) take(one)
      else props.onDone()
    } else if (event.key === 'Escape' && choices.length > 0) {
      isOpen.value = false
      event.stopPropagation()
    } else if (event.key === 'Backspace' && props.value === '' && props.onBack) props.onBack()
    else return
    event.preventDefault()
  }
  return (
    <div class="picker">
      <input
        ref={props.field}
        type="text"
        role="combobox"
        autocomplete="off"
        dir="auto"
        value={props.value}
        maxLength={props.maxLength}
        aria-label={props.label}
        placeholder={props.placeholder}
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls={choices.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={choices[active.value] ? `${id}-${active.value}` : undefined}
        onInput={(event) => {
          isOpen.value = true
          active.value = first
          props.onInput(event.currentTarget.value)
        }}
        onFocus={() => {
          isOpen.value = true
          active.value = first
        }}
        onBlur={() => {
          isOpen.value = false
        }}
        onKeyDown={onKeyDown}
      />
      {choices.length > 0 && (
        <div class="suggestions" role="listbox" id={`${id}-list`} aria-label={props.label}>
          {choices.map((choice, index) => (
            <ChoiceRow
              key={choice.key}
              id={`${id}-${index}`}
              choice={choice}
              isActive={index === active.value}
              onTake={() => take(choice)}
            />
          ))}
        </div>
      )}
    </div>
  )
}
