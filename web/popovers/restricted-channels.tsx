import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { asChannelId, type ChannelId, folded } from '#contract'
import { FilterField } from '../parts/filter-field.tsx'
import { channels } from '../store/channels.ts'
import { nameOrder } from '../texts/locale.ts'
import { s } from '../texts/restrictions.ts'

/** Fewer than this need no filter. */
const filtered = 10

interface Props {
  readonly chosen: Signal<ReadonlySet<ChannelId>>
  /** Those of the restriction before it's changed, which can be archived by now. */
  readonly first: readonly ChannelId[]
}

/** The channels of a restriction; chosen ones stay in the list whatever the filter is. */
export function RestrictedChannels({ chosen, first }: Props) {
  const filter = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  const all = [...channels.value.values()].filter(
    ({ stream_id, is_archived }) => !is_archived || first.includes(asChannelId(stream_id)),
  )
  const wanted = folded(filter.value).trim()
  const shown = all
    .filter(({ stream_id, name }) => chosen.value.has(asChannelId(stream_id)) || folded(name).includes(wanted))
    .sort((a, b) => nameOrder.compare(a.name, b.name))
  const choose = (id: ChannelId, isChosen: boolean) => {
    const next = new Set(chosen.value)
    if (isChosen) next.add(id)
    else next.delete(id)
    chosen.value = next
  }
  return (
    <fieldset>
      <legend>{s.channels}</legend>
      {all.length >= filtered && <FilterField filter={filter} label={s.filterChannels} field={field} />}
      <div class="restricted-channels">
        {shown.map(({ stream_id, name }) => {
          const id = asChannelId(stream_id)
          return (
            <label class="pick" key={id}>
              <input
                type="checkbox"
                checked={chosen.value.has(id)}
                onChange={({ currentTarget }) => choose(id, currentTarget.checked)}
              />
              <span dir="auto">{name}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
