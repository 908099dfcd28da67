import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { User } from '../../src/features/people/users/wire.ts'
import { SearchIndex } from '../compose/typeahead/search.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { NearList } from '../parts/near-list.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { listKeys } from '../shortcuts/list-keys.ts'
import { namePlaces, person } from '../store/people.ts'
import { p } from '../texts/places.ts'
import { PersonRow } from './person-row.tsx'
import { Mark, type Selection, SelectionLine } from './selection.tsx'

interface Props {
  /** Undefined until loaded. */
  readonly people: ReadonlySignal<readonly number[] | undefined>
  readonly detail?: (userId: number) => string | undefined
  readonly more?: (userId: number) => ComponentChildren
  readonly selection?: Selection
  /** The number of people shown, in words. */
  readonly count?: (shown: readonly User[]) => string
}

const inMembers = ({ length }: readonly User[]): string => p.memberCount(length)

export function MemberList({ people, detail, more, selection, count = inMembers }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const filter = useSignal('')
  useEffect(() => field.current?.focus(), [])
  const ordered = useComputed(() => {
    const places = namePlaces.value
    return people.value
      ?.flatMap((id) => person(id) ?? [])
      .filter(({ is_active }) => is_active)
      .sort((a, b) => (places.get(a.user_id) ?? 0) - (places.get(b.user_id) ?? 0))
  })
  const index = useComputed(() => new SearchIndex(ordered.value ?? [], ({ full_name }) => full_name))
  if (!ordered.value) return <Skeleton label={p.membersLoading} />
  const shown = filter.value.trim() === '' ? ordered.value : index.value.find(filter.value).map(({ item }) => item)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div ref={list} onKeyDown={listKeys(list, field)}>
      <FilterField filter={filter} label={p.memberFilter} field={field} />
      <p class="soft small" role="status">
        {shown.length === 0 && filter.value !== '' ? p.noMatches : count(shown)}
      </p>
      {selection && <SelectionLine selection={selection} shown={shown.map(({ user_id }) => user_id)} />}
      <NearList
        items={shown}
        keyOf={({ user_id }) => user_id}
        row={(one, place) => (
          <PersonRow
            user={one}
            place={place}
            detail={detail?.(one.user_id)}
            more={more?.(one.user_id)}
            before={selection && <Mark selection={selection} user={one} />}
          />
        )}
      />
    </div>
  )
}
