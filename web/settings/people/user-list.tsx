import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { folded } from '#contract'
import type { User } from '../../../src/features/people/users/wire.ts'
import { SearchIndex } from '../../compose/typeahead/search.ts'
import { Avatar } from '../../entities/avatar.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { NearList, type RowPlace } from '../../parts/near-list.tsx'
import { listKeys } from '../../shortcuts/list-keys.ts'
import { ownId, people } from '../../store/people.ts'
import { t } from '../../texts/index.ts'
import { p } from '../../texts/people-settings.ts'
import { type BulkAction, BulkBar, PickAll, usePicked } from './picked.tsx'
import { inOrder } from './user-order.ts'

interface Props {
  readonly includes: (user: User) => boolean
  /** Narrows and sorts the included users; by name if absent. */
  readonly arrange?: (users: readonly User[]) => readonly User[]
  /** Shown next to the filter field. */
  readonly filters?: ComponentChildren
  /** Shown at the end of the line with the count. */
  readonly button?: (clear: () => void, count: number) => ComponentChildren
  readonly notice?: ComponentChildren
  readonly canPick: boolean
  /** Users whose checkbox is enabled; all if absent. */
  readonly isPickable?: (user: User) => boolean
  readonly bulkActions: (ids: readonly number[], clear: () => void) => readonly BulkAction[]
  readonly detail: (user: User) => string
  /** The end of a user's row. */
  readonly rowEnd: (user: User) => ComponentChildren
}

const everyUser = () => true

/** A list of up to ten thousand users, with a filter by name and email, and actions on several at once. */
export function UserList(props: Props) {
  const { includes, arrange, filters, button, notice, canPick, isPickable = everyUser, bulkActions } = props
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const filter = useSignal('')
  const all = useComputed(() => {
    const included = [...people.value.values()].filter(includes)
    return arrange ? arrange(included) : inOrder(included, 'name')
  })
  const byName = useComputed(() => new SearchIndex(all.value, ({ full_name }) => full_name))
  const shown = useComputed(() => {
    const query = filter.value.trim()
    if (query === '') return all.value
    const named = byName.value.find(query).map(({ item }) => item)
    const known = new Set(named)
    const part = folded(query)
    return [...named, ...all.value.filter((one) => !known.has(one) && folded(one.delivery_email ?? '').includes(part))]
  })
  const pickable = useComputed(() => (isPickable === everyUser ? shown.value : shown.value.filter(isPickable)))
  const picked = usePicked(pickable)
  // someone else may have changed them since they were picked
  const chosen = useComputed(() =>
    [...picked.marked.value].filter((id) => {
      const user = people.value.get(id)
      return user && includes(user)
    }),
  ).value
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div ref={list} onKeyDown={listKeys(list, field)}>
      <div class="filters-line">
        <FilterField filter={filter} label={p.filter} field={field} />
        {filters}
      </div>
      <div class="list-line">
        {canPick && pickable.value.length > 0 && <PickAll picked={picked} count={pickable.value.length} />}
        <p class="soft small" role="status">
          {shown.value.length === 0
            ? p.noneFit
            : chosen.length > 0
              ? p.chosen(chosen.length)
              : p.count(shown.value.length)}
        </p>
        {button?.(picked.clear, all.value.length)}
      </div>
      {notice}
      {chosen.length > 0 && <BulkBar actions={bulkActions(chosen, picked.clear)} clear={picked.clear} />}
      <NearList
        items={shown.value}
        keyOf={({ user_id }) => user_id}
        row={(user, place) => (
          <UserRow
            user={user}
            place={place}
            isMarked={picked.marked.value.has(user.user_id)}
            mark={canPick ? picked.mark : undefined}
            isDisabled={!isPickable(user)}
            detail={props.detail}
            rowEnd={props.rowEnd}
          />
        )}
      />
    </div>
  )
}

interface RowProps extends Pick<Props, 'detail' | 'rowEnd'> {
  readonly user: User
  readonly place: RowPlace
  readonly isMarked: boolean
  readonly isDisabled: boolean
  /** Absent if users can't be picked. */
  readonly mark: ((id: number, isOn: boolean) => void) | undefined
}

function UserRow({ user, place, isMarked, isDisabled, mark, detail, rowEnd }: RowProps) {
  const { user_id, full_name } = user
  return (
    <li class="person-line" {...place}>
      {mark && (
        <input
          type="checkbox"
          aria-label={p.choose(full_name)}
          checked={isMarked}
          disabled={isDisabled}
          onChange={({ currentTarget }) => mark(user_id, currentTarget.checked)}
        />
      )}
      <a data-target class="person-link" href={`#user/${user_id}`}>
        <Avatar userId={user_id} size={28} />
        <span class="words">
          <span class="name" dir="auto">
            {full_name}
            {user_id === ownId.value && <span class="soft"> ({t.you})</span>}
          </span>
          <span class="detail soft" dir="auto">
            {detail(user)}
          </span>
        </span>
      </a>
      {rowEnd(user)}
    </li>
  )
}
