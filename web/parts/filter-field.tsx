import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { isComposing } from './is-composing.ts'

interface Props {
  readonly filter: Signal<string>
  readonly label: string
  readonly field: RefObject<HTMLInputElement | null>
  readonly onDown?: () => void
}

export const FilterField = ({ filter, label, field, onDown }: Props) => (
  <input
    ref={field}
    type="search"
    class="filter"
    aria-label={label}
    placeholder={label}
    maxLength={200}
    dir="auto"
    value={filter.value}
    onInput={(event) => (filter.value = event.currentTarget.value)}
    onKeyDown={
      onDown &&
      ((event) => {
        if (isComposing(event)) return
        if (event.key === 'ArrowDown' || event.key === 'Enter') onDown()
        else if (event.key === 'Escape' && filter.value !== '') filter.value = ''
        else return
        event.preventDefault()
      })
    }
  />
)
