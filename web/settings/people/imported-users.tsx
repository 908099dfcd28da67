import type { UserId } from '#contract'
import type { User } from '../../../src/features/people/users/wire.ts'
import { inviteImportedUsers } from '../../../src/features/sign-in/invitations/api.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { amAdministrator } from '../../controls/own-role.ts'
import { toast } from '../../parts/toast.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { UserList } from './user-list.tsx'

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
  const actions = useActions()
  const canInvite = amAdministrator() && sendsMail()
  const inviteSome = (clear: () => void, ids?: readonly number[]) =>
    actions.run('all', async () => {
      await invite(ids)
      clear()
    })
  return (
    <UserList
      includes={isImported}
      button={(clear, count) =>
        canInvite &&
        count > 0 && (
          <button
            type="button"
            class="button at-end"
            disabled={actions.isBusy('all')}
            onClick={() => inviteSome(clear)}
          >
            {p.inviteAll(count)}
          </button>
        )
      }
      notice={
        <>
          {amAdministrator() && !sendsMail() && <p class="soft small">{p.noMailImported}</p>}
          <Refusal text={actions.problem('all')} />
        </>
      }
      canPick={canInvite}
      bulkActions={(ids, clear) => [{ label: p.inviteSome, run: () => inviteSome(clear, ids) }]}
      detail={({ role }) => [p.roles[role], p.stub].join(' · ')}
      rowEnd={({ user_id, full_name }) => (
        <>
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
        </>
      )}
    />
  )
}
