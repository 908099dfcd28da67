import { useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { folded, isAdministrator } from '#contract'
import { canDecideAbout } from '../../../src/features/people/users/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { SearchIndex } from '../../compose/typeahead/search.ts'
import { dayOf } from '../../controls/day.ts'
import { amAdministrator } from '../../controls/own-role.ts'
import { Avatar } from '../../entities/avatar.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { openMenu } from '../../parts/menu.tsx'
import { NearList, type RowPlace } from '../../parts/near-list.tsx'
import { oneself } from '../../permissions/rights.ts'
import { listKeys } from '../../shortcuts/list-keys.ts'
import { ownId, people } from '../../store/people.ts'
import { lastSeen } from '../../store/presence.ts'
import { t } from '../../texts/index.ts'
import { p } from '../../texts/people-settings.ts'
import { openAccountDialog, openNameDialog } from './account-dialogs.tsx'
import { openDeactivateDialog } from './deactivate-dialog.tsx'
import { openFactorDialog } from './factor-dialog.tsx'
import { BulkBar, PickAll, usePicked } from './picked.tsx'
import { openChannelDialog, openGroupDialog, openRoleDialog } from './user-dialogs.tsx'
import { inOrder, type UserSort } from './user-order.ts'

const sorts = Object.keys(p.sorts) as UserSort[]

/** Users, up to ten thousand: searchable, sortable, and editable individually or in bulk. */
export function ActiveUsers() {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const filter = useSignal('')
  const role = useSignal(0)
  const sort = useSignal<UserSort>('name')
  const all = useComputed(() => {
    const some = [...people.value.values()].filter(({ is_active, is_bot }) => is_active && !is_bot)
    return inOrder(role.value === 0 ? some : some.filter((one) => one.role === role.value), sort.value)
  })
  const byName = useComputed(() => new SearchIndex(all.value, ({ full_name }) => full_name))
  const canChange = amAdministrator()
  const shown = useComputed(() => {
    const query = filter.value.trim()
    if (query === '') return all.value
    const named = byName.value.find(query).map(({ item }) => item)
    const known = new Set(named)
    const part = folded(query)
    return [...named, ...all.value.filter((one) => !known.has(one) && folded(one.delivery_email ?? '').includes(part))]
  })
  const picked = usePicked(shown)
  // they may have been deactivated elsewhere
  const chosen = useComputed(() => [...picked.marked.value].filter((id) => people.value.get(id)?.is_active)).value
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div ref={list} onKeyDown={listKeys(list, field)}>
      <div class="filters-line">
        <FilterField filter={filter} label={p.filter} field={field} />
        <label>
          <span class="visually-hidden">{p.role}</span>
          <select value={role.value} onChange={({ currentTarget }) => (role.value = Number(currentTarget.value))}>
            <option value={0}>{p.anyRole}</option>
            {Object.entries(p.roles).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span class="visually-hidden">{p.sortBy}</span>
          <select value={sort.value} onChange={({ currentTarget }) => (sort.value = currentTarget.value as UserSort)}>
            {sorts.map((key) => (
              <option key={key} value={key}>
                {p.sortBy}: {p.sorts[key]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="list-line">
        {canChange && shown.value.length > 0 && <PickAll picked={picked} count={shown.value.length} />}
        <p class="soft small" role="status">
          {shown.value.length === 0
            ? p.noneFit
            : chosen.length > 0
              ? p.chosen(chosen.length)
              : p.count(shown.value.length)}
        </p>
        {canChange && (
          <button type="button" class="button at-end" onClick={openAccountDialog}>
            {p.makeAccount}
          </button>
        )}
      </div>
      {chosen.length > 0 && <BulkBar actions={actions(chosen, picked.clear)} clear={picked.clear} />}
      <NearList
        items={shown.value}
        keyOf={({ user_id }) => user_id}
        row={(one, place) => (
          <UserRow
            user={one}
            place={place}
            isMarked={picked.marked.value.has(one.user_id)}
            mark={canChange ? picked.mark : undefined}
          />
        )}
      />
    </div>
  )
}

const actions = (ids: readonly number[], after: () => void) => [
  { label: p.changeRole, run: () => openRoleDialog(ids, after), isDanger: false },
  { label: p.addToGroup, run: () => openGroupDialog(ids, after), isDanger: false },
  { label: p.addToChannel, run: () => openChannelDialog(ids, after), isDanger: false },
  { label: p.removeFactor, run: () => openFactorDialog(ids, after), isDanger: true },
  { label: p.deactivate, run: () => openDeactivateDialog(ids, after), isDanger: true },
]

interface RowProps {
  readonly user: User
  readonly place: RowPlace
  readonly isMarked: boolean
  /** Absent: the user can't select. */
  readonly mark?: ((id: number, isOn: boolean) => void) | undefined
}

function UserRow({ user, place, isMarked, mark }: RowProps) {
  const { user_id, full_name, role, date_joined, delivery_email } = user
  const seen = lastSeen(user_id)
  const isOutOfReach = !canDecideAbout(oneself(), user)
  const openActions = (button: HTMLElement) => {
    const { left, bottom } = button.getBoundingClientRect()
    openMenu({
      label: () => p.more(full_name),
      place: () => ({ x: left, y: bottom }),
      items: () => {
        const name = { label: p.changeName, run: () => openNameDialog(user_id), isDanger: false }
        return [name, ...actions([user_id], () => {})].map(({ label, run, isDanger }) => {
          const isTheirs = isOutOfReach && (label === p.changeRole || isDanger)
          return { key: label, label, run, isDanger, isDisabled: isTheirs, detail: isTheirs ? p.onlyOwners : undefined }
        })
      },
    })
  }
  return (
    <li class="person-line" {...place}>
      {mark && (
        <input
          type="checkbox"
          aria-label={p.choose(full_name)}
          checked={isMarked}
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
            {[delivery_email, p.joined(dayOf(date_joined)), seen && p.seen(dayOf(seen))].filter(Boolean).join(' · ')}
          </span>
        </span>
      </a>
      <span class={`role-mark${isAdministrator(user) ? ' is-high' : ''}`}>{p.roles[role]}</span>
      {mark && (
        <button
          type="button"
          class="icon-button"
          aria-haspopup="menu"
          aria-label={p.more(full_name)}
          onClick={({ currentTarget }) => openActions(currentTarget)}
        >
          <Icon name="more" />
        </button>
      )}
    </li>
  )
}
