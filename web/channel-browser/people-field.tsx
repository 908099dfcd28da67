import '../compose/compose-box.css'
import '../message-actions/topic-fields.css'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { User } from '../../src/features/people/users/wire.ts'
import { Picker } from '../compose/recipients/picker.tsx'
import { findPeople } from '../compose/typeahead/people.ts'
import { SearchIndex } from '../compose/typeahead/search.ts'
import { Icon } from '../parts/icon.tsx'
import { nameOfGroup } from '../permissions/holders.ts'
import { groups, peopleOfGroup } from '../store/groups.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { p } from '../texts/places.ts'

const maxOffered = 8
const maxGroups = 3
const groupMark = { sign: '👥' }
/** Of those who are chosen, so many are drawn: the last ones. */
const maxDrawn = 100

interface Choice {
  readonly key: string
  readonly label: string
  readonly detail: string
  readonly mark: { person: number } | { sign: string }
  readonly ids: readonly number[]
}

interface Props {
  readonly label: string
  /** A signal, or what reads and writes like one. */
  readonly chosen: { value: readonly number[] }
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
    const taken = new Set(chosen.value)
    const fits = (id: number) => !taken.has(id) && isOffered(id)
    const isWanted = ({ user_id, is_bot }: User) => !is_bot && fits(user_id)
    const people = findPeople(query, undefined, maxOffered, isWanted).map(
      ({ user_id, full_name, delivery_email }): Choice => ({
        key: `person ${user_id}`,
        label: full_name,
        detail: delivery_email ?? '',
        mark: { person: user_id },
        ids: [user_id],
      }),
    )
    const named = (groups.value ?? []).filter(({ deactivated, id }) => !deactivated && peopleOfGroup(id).length > 0)
    const all: Choice[] = []
    for (const { item } of new SearchIndex(named, ({ id }) => nameOfGroup(id)).find(query)) {
      if (all.length === maxGroups) break
      const ids = peopleOfGroup(item.id).filter((id) => person(id)?.is_active && fits(id))
      if (ids.length > 0)
        all.push({
          key: `group ${item.id}`,
          label: nameOfGroup(item.id),
          detail: p.memberCount(ids.length),
          mark: groupMark,
          ids,
        })
    }
    return [...people, ...all].slice(0, maxOffered)
  }
  return (
    <div class="field people-field">
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <div class="pills">
        {chosen.value.length > maxDrawn && <span class="soft">{p.andMore(chosen.value.length - maxDrawn)}</span>}
        {chosen.value.slice(-maxDrawn).map((id) => (
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
