import { useSignal } from '@preact/signals'
import { isAdministrator } from '#contract'
import { canDecideAbout } from '../../../src/features/people/users/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { dayOf } from '../../controls/day.ts'
import { amAdministrator } from '../../controls/own-role.ts'
import { Icon } from '../../parts/icon.tsx'
import { openMenu } from '../../parts/menu.tsx'
import { oneself } from '../../permissions/rights.ts'
import { lastSeen } from '../../store/presence.ts'
import { p } from '../../texts/people-settings.ts'
import { openAccountDialog, openNameDialog } from './account-dialogs.tsx'
import { openDeactivateDialog } from './deactivate-dialog.tsx'
import { openFactorDialog } from './factor-dialog.tsx'
import { openChannelDialog, openGroupDialog, openRoleDialog } from './user-dialogs.tsx'
import { UserList } from './user-list.tsx'
import { inOrder, type UserSort } from './user-order.ts'

const sorts = Object.keys(p.sorts) as UserSort[]

const isActiveUser = ({ is_active, is_bot }: User): boolean => is_active && !is_bot

/** Lists the active users; administrators can change one or many at once. */
export function ActiveUsers() {
  const role = useSignal(0)
  const sort = useSignal<UserSort>('name')
  const canChange = amAdministrator()
  return (
    <UserList
      includes={isActiveUser}
      arrange={(users) =>
        inOrder(role.value === 0 ? users : users.filter((one) => one.role === role.value), sort.value)
      }
      filters={
        <>
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
        </>
      }
      button={() =>
        canChange && (
          <button type="button" class="button at-end" onClick={openAccountDialog}>
            {p.makeAccount}
          </button>
        )
      }
      canPick={canChange}
      bulkActions={actions}
      detail={({ user_id, date_joined, delivery_email }) => {
        const seen = lastSeen(user_id)
        return [delivery_email, p.joined(dayOf(date_joined)), seen && p.seen(dayOf(seen))].filter(Boolean).join(' · ')
      }}
      rowEnd={(user) => (
        <>
          <span class={`role-mark${isAdministrator(user) ? ' is-high' : ''}`}>{p.roles[user.role]}</span>
          {canChange && <MoreButton user={user} />}
        </>
      )}
    />
  )
}

const actions = (ids: readonly number[], after: () => void) => [
  { label: p.changeRole, run: () => openRoleDialog(ids, after), isDanger: false },
  { label: p.addToGroup, run: () => openGroupDialog(ids, after), isDanger: false },
  { label: p.addToChannel, run: () => openChannelDialog(ids, after), isDanger: false },
  { label: p.removeFactor, run: () => openFactorDialog(ids, after), isDanger: true },
  { label: p.deactivate, run: () => openDeactivateDialog(ids, after), isDanger: true },
]

function MoreButton({ user }: { user: User }) {
  const { user_id, full_name } = user
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
    <button
      type="button"
      class="icon-button"
      aria-haspopup="menu"
      aria-label={p.more(full_name)}
      onClick={({ currentTarget }) => openActions(currentTarget)}
    >
      <Icon name="more" />
    </button>
  )
}
