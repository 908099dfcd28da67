import '../compose/desk.css'
import '../message-actions/topic-fields.css'
import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Picker } from '../compose/recipients/picker.tsx'
import { findPeople } from '../compose/typeahead/people.ts'
import { SearchIndex } from '../compose/typeahead/search.ts'
import { Icon } from '../parts/icon.tsx'
import { groups, peopleOfGroup } from '../store/groups.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { p } from '../texts/places.ts'

const mostOffered = 8

interface Props {
  readonly label: string
  readonly chosen: Signal<readonly number[]>
  isOffered?(userId: number): boolean
}

/** People by name, one after another; a group stands for those in it. */
export function PeopleField({ label, chosen, isOffered = () => true }: Props) {
  const text = useSignal('')
  const field = useRef<HTMLInputElement | null>(null)
  const take = (ids: readonly number[]) => {
    chosen.value = [...new Set([...chosen.value, ...ids])]
    text.value = ''
    field.current?.focus()
  }
  const without = (id: number) => {
    chosen.value = chosen.value.filter((each) => each !== id)
  }
  const choices = (query: string) => {
    if (query.trim() === '') return []
    const fits = (id: number) => !chosen.value.includes(id) && isOffered(id)
    const people = findPeople(query, undefined, mostOffered + chosen.value.length)
      .filter(({ user_id, is_bot }) => fits(user_id) && !is_bot)
      .map(({ user_id, full_name, delivery_email }) => ({
        key: `person ${user_id}`,
        label: full_name,
        detail: delivery_email ?? '',
        mark: { person: user_id },
        ids: [user_id] as readonly number[],
      }))
    const named = (groups.value ?? []).filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    const all = new SearchIndex(named, ({ name }) => name)
      .find(query)
      .map(({ item }) => ({ item, ids: peopleOfGroup(item.id).filter((id) => person(id)?.is_active && fits(id)) }))
      .filter(({ ids }) => ids.length > 0)
      .slice(0, 3)
      .map(({ item, ids }) => ({
        key: `group ${item.id}`,
        label: item.name,
        detail: p.memberCount(ids.length),
        mark: { sign: '👥' },
        ids: ids as readonly number[],
      }))
    return [...people, ...all].slice(0, mostOffered)
  }
  return (
    <div class="field people-field">
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <div class="pills">
        {chosen.value.map((id) => (
          <span class="recipient" key={id}>
            <span dir="auto">
              {nameOf(id)}
              {id === ownId.value && ` (${p.you})`}
            </span>
            <button type="button" aria-label={p.takeOut(nameOf(id))} onClick={() => without(id)}>
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
        <Picker
          label={label}
          placeholder={p.nameOrGroup}
          takesFirst
          value={text.value}
          field={(element) => {
            field.current = element
          }}
          choices={choices}
          onInput={(value) => (text.value = value)}
          onTake={({ ids }) => take(ids)}
          onDone={() => field.current?.form?.requestSubmit()}
          onBack={() => {
            const last = chosen.value.at(-1)
            if (last !== undefined) without(last)
          }}
        />
      </div>
    </div>
  )
}
