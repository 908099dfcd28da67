import { useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { UserId } from '#contract'
import { reactivateUser } from '../../../src/features/people/users/api.ts'
import { canDecideAbout } from '../../../src/features/people/users/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { SearchIndex } from '../../compose/typeahead/search.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { amAdministrator } from '../../controls/own-role.ts'
import { Avatar } from '../../entities/avatar.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { NearList } from '../../parts/near-list.tsx'
import { toast } from '../../parts/toast.ts'
import { oneself } from '../../permissions/rights.ts'
import { listKeys } from '../../shortcuts/list-keys.ts'
import { people } from '../../store/people.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { openBringBackDialog } from './bring-back-dialog.tsx'
import { isImported } from './imported-users.tsx'
import { BulkBar, PickAll, usePicked } from './picked.tsx'
import { inOrder } from './user-order.ts'

export function DeactivatedUsers() {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const filter = useSignal('')
  const actions = useActions()
  const all = useComputed(() =>
    inOrder(
      [...people.value.values()].filter((one) => !one.is_active && !one.is_bot && !isImported(one)),
      'name',
    ),
  )
  const index = useComputed(() => new SearchIndex(all.value, ({ full_name }) => full_name))
  const shown = useComputed(() =>
    filter.value.trim() === '' ? all.value : index.value.find(filter.value).map(({ item }) => item),
  )
  const canComeBack = (one: User) => !one.is_deleted && canDecideAbout(oneself(), one)
  const possible = useComputed(() => shown.value.filter(canComeBack))
  const picked = usePicked(possible)
  const canChange = amAdministrator()
  const chosen = [...picked.marked.value].filter((id) => people.value.get(id)?.is_active === false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div ref={list} onKeyDown={listKeys(list, field)}>
      <div class="filters-line">
        <FilterField filter={filter} label={p.filter} field={field} />
      </div>
      <div class="list-line">
        {canChange && possible.value.length > 0 && <PickAll picked={picked} count={possible.value.length} />}
        <p class="soft small" role="status">
          {shown.value.length === 0
            ? p.noneFit
            : chosen.length > 0
              ? p.chosen(chosen.length)
              : p.count(shown.value.length)}
        </p>
      </div>
      {chosen.length > 0 && (
        <BulkBar
          actions={[{ label: p.bringBackMany, run: () => openBringBackDialog(chosen, picked.clear) }]}
          clear={picked.clear}
        />
      )}
      <NearList
        items={shown.value}
        keyOf={({ user_id }) => user_id}
        row={(one, place) => {
          const { user_id, full_name, role, is_deleted } = one
          return (
            <li class="person-line" {...place}>
              {canChange && (
                <input
                  type="checkbox"
                  aria-label={p.choose(full_name)}
                  checked={picked.marked.value.has(user_id)}
                  disabled={!canComeBack(one)}
                  onChange={({ currentTarget }) => picked.mark(user_id, currentTarget.checked)}
                />
              )}
              <a data-target class="person-link" href={`#user/${user_id}`}>
                <Avatar userId={user_id} size={28} />
                <span class="words">
                  <span class="name" dir="auto">
                    {full_name}
                  </span>
                  <span class="detail soft">
                    {[p.roles[role], is_deleted && p.profileDeleted].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </a>
              <Refusal text={actions.problem(user_id)} />
              {canChange && canComeBack(one) && (
                <button
                  type="button"
                  class="button"
                  aria-label={p.bringBackName(full_name)}
                  disabled={actions.isBusy(user_id)}
                  onClick={() =>
                    actions.run(user_id, async () => {
                      await api.call(reactivateUser, { user_id: user_id as UserId })
                      toast(p.broughtBack(full_name))
                    })
                  }
                >
                  {p.bringBack}
                </button>
              )}
            </li>
          )
        }}
      />
    </div>
  )
}
