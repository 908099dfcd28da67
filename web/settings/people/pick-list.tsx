import { type Signal, useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { SearchIndex } from '../../compose/typeahead/search.ts'
import { FilterField } from '../../parts/filter-field.tsx'
import { p } from '../../texts/people-settings.ts'

export interface Pickable {
  readonly id: number
  readonly name: string
}

const maxShown = 50

interface Props {
  readonly label: string
  readonly filterLabel: string
  readonly items: readonly Pickable[]
  readonly chosen: Signal<readonly number[]>
}

/** Some of many, by marks; a field finds those that are not shown. */
export function PickList({ label, filterLabel, items, chosen }: Props) {
  const filter = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  const index = useComputed(() => new SearchIndex(items, ({ name }) => name))
  const fitting = filter.value.trim() === '' ? items : index.value.find(filter.value).map(({ item }) => item)
  const isChosen = new Set(chosen.value)
  const rest = fitting.filter(({ id }) => !isChosen.has(id))
  const shown = [...items.filter(({ id }) => isChosen.has(id)), ...rest.slice(0, maxShown)]
  return (
    <fieldset class="pick-list">
      <legend>{label}</legend>
      {items.length > 8 && <FilterField filter={filter} label={filterLabel} field={field} />}
      {items.length === 0 && <p class="soft small">{p.noneThere}</p>}
      <div class="pick-rows">
        {shown.map(({ id, name }) => (
          <label class="pick" key={id}>
            <input
              type="checkbox"
              checked={isChosen.has(id)}
              onChange={({ currentTarget }) => {
                const others = chosen.value.filter((each) => each !== id)
                chosen.value = currentTarget.checked ? [...others, id] : others
              }}
            />
            <span dir="auto">{name}</span>
          </label>
        ))}
      </div>
      {rest.length > maxShown && <p class="soft small">{p.moreFit(rest.length - maxShown)}</p>}
    </fieldset>
  )
}
