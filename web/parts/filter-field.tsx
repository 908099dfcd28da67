import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'

/** The field above a list that leaves what fits. */
export const FilterField = ({
  filter,
  label,
  field,
}: {
  filter: Signal<string>
  label: string
  field: RefObject<HTMLInputElement | null>
}) => (
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
  />
)
