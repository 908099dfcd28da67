import type { UserId } from '#contract'
import { reactivateUser } from '../../../src/features/people/users/api.ts'
import { canDecideAbout } from '../../../src/features/people/users/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { amAdministrator } from '../../controls/own-role.ts'
import { toast } from '../../parts/toast.ts'
import { oneself } from '../../permissions/rights.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { openBringBackDialog } from './bring-back-dialog.tsx'
import { isImported } from './imported-users.tsx'
import { UserList } from './user-list.tsx'

const isDeactivated = (user: User): boolean => !user.is_active && !user.is_bot && !isImported(user)

// an account whose profile was deleted can't be reactivated
const canComeBack = (user: User): boolean => !user.is_deleted && canDecideAbout(oneself(), user)

/** Lists deactivated users, and reactivates one or many of them. */
export function DeactivatedUsers() {
  const actions = useActions()
  const canChange = amAdministrator()
  return (
    <UserList
      includes={isDeactivated}
      canPick={canChange}
      isPickable={canComeBack}
      bulkActions={(ids, clear) => [{ label: p.bringBackMany, run: () => openBringBackDialog(ids, clear) }]}
      detail={({ role, is_deleted }) => [p.roles[role], is_deleted && p.profileDeleted].filter(Boolean).join(' · ')}
      rowEnd={(user) => (
        <>
          <Refusal text={actions.problem(user.user_id)} />
          {canChange && canComeBack(user) && (
            <button
              type="button"
              class="button"
              aria-label={p.bringBackName(user.full_name)}
              disabled={actions.isBusy(user.user_id)}
              onClick={() =>
                actions.run(user.user_id, async () => {
                  await api.call(reactivateUser, { user_id: user.user_id as UserId })
                  toast(p.broughtBack(user.full_name))
                })
              }
            >
              {p.bringBack}
            </button>
          )}
        </>
      )}
    />
  )
}
