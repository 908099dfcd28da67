import { useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { UserId } from '#contract'
import type { User } from '../../../src/features/people/users/wire.ts'
import { inviteImportedUsers } from '../../../src/features/sign-in/invitations/api.ts'
import { SearchIndex } from '../../compose/typeahead/search.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { amAdministrator } from '../../controls/own-role.ts'
import { Avatar } from '../../entities/avatar.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { NearList, type RowPlace } from '../../parts/near-list.tsx'
import { toast } from '../../parts/toast.ts'
import { listKeys } from '../../shortcuts/list-keys.ts'
import { people } from '../../store/people.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { BulkBar, PickAll, usePicked } from './picked.tsx'
import { inOrder } from './user-order.ts'

export const isImported = ({ is_active, is_imported_stub }: User): boolean => !is_active && is_imported_stub === true

/** Without ids, invites everyone; the server invites a few hundred per call. */
async function invite(ids?: readonly number[]): Promise<void> {
  const again = () => api.call(inviteImportedUsers, ids ? { user_ids: ids as UserId[] } : {})
  const first = await again()
  let { invited, remaining } = first
  while (remaining > 0) {
    const more = await again()
    invited += more.invited
    remaining = more.invited === 0 ? 0 : more.remaining
  }
  const { already_invited, not_allowed } = first
  toast(
    [
      p.importedInvited(invited),
      ...(already_invited > 0 ? [p.alreadyInvited(already_invited)] : []),
      ...(not_allowed > 0 ? [p.addressesNotAllowed(not_allowed)] : []),
    ].join(' '),
  )
}

export function ImportedUsers() {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const filter = useSignal('')
  const actions = useActions()
  const all = useComputed(() => inOrder([...people.value.values()].filter(isImported), 'name'))
  const index = useComputed(() => new SearchIndex(all.value, ({ full_name }) => full_name))
  const shown = useComputed(() =>
    filter.value.trim() === '' ? all.value : index.value.find(filter.value).map(({ item }) => item),
  )
  const picked = usePicked(shown)
  const canInvite = amAdministrator() && sendsMail()
  const chosen = [...picked.marked.value].filter((id) => all.value.some(({ user_id }) => user_id === id))
  const inviteSome = (ids?: readonly number[]) =>
    actions.run('all', async () => {
      await invite(ids)
      picked.clear()
    })
  const row = ({ user_id, full_name, role }: User, place: RowPlace) => (
    <li class="person-line" {...place}>
      {canInvite && (
        <input
          type="checkbox"
          aria-label={p.choose(full_name)}
          checked={picked.marked.value.has(user_id)}
          onChange={({ currentTarget }) => picked.mark(user_id, currentTarget.checked)}
        />
      )}
      <a data-target class="person-link" href={`#user/${user_id}`}>
        <Avatar userId={user_id} size={28} />
        <span class="words">
          <span class="name" dir="auto">
            {full_name}
          </span>
          <span class="detail soft">{[p.roles[role], p.stub].join(' · ')}</span>
        </span>
      </a>
      <Refusal text={actions.problem(user_id)} />
      {canInvite && (
        <button
          type="button"
          class="button"
          aria-label={p.inviteName(full_name)}
          disabled={actions.isBusy(user_id)}
          onClick={() => actions.run(user_id, () => invite([user_id]))}
        >
          {p.inviteSome}
        </button>
      )}
    </li>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div ref={list} onKeyDown={listKeys(list, field)}>
      <div class="filters-line">
        <FilterField filter={filter} label={p.filter} field={field} />
      </div>
      <div class="list-line">
        {canInvite && shown.value.length > 0 && <PickAll picked={picked} count={shown.value.length} />}
        <p class="soft small" role="status">
          {shown.value.length === 0
            ? p.noneFit
            : chosen.length > 0
              ? p.chosen(chosen.length)
              : p.count(shown.value.length)}
        </p>
        {canInvite && all.value.length > 0 && (
          <button type="button" class="button at-end" disabled={actions.isBusy('all')} onClick={() => inviteSome()}>
            {p.inviteAll(all.value.length)}
          </button>
        )}
      </div>
      {amAdministrator() && !sendsMail() && <p class="soft small">{p.noMailImported}</p>}
      <Refusal text={actions.problem('all')} />
      {chosen.length > 0 && (
        <BulkBar actions={[{ label: p.inviteSome, run: () => inviteSome(chosen) }]} clear={picked.clear} />
      )}
      <NearList items={shown.value} keyOf={({ user_id }) => user_id} row={row} />
    </div>
  )
}
