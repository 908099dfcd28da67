import './people.css'
import {
  getInvites,
  type Invite,
  resendEmailInvite,
  revokeEmailInvite,
  revokeInviteLink,
} from '../../../src/features/sign-in/invitations/api.ts'
import { invitationRules } from '../../../src/features/sign-in/invitations/rules.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { dayOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { copy } from '../../parts/clipboard.ts'
import { toast } from '../../parts/toast.ts'
import { canInvite } from '../../permissions/inviting.ts'
import { can } from '../../permissions/rights.ts'
import { nameOf } from '../../store/people.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { openInviteDialog } from './invite-dialog.tsx'

/** Pending invitations: all for administrators, otherwise the user's own. */
export function Invitations() {
  const invites = useLoaded(async () => (await api.call(getInvites, {})).invites as Invite[], {
    types: ['invites_changed'],
  })
  const actions = useActions()
  const canMail = can(invitationRules.can_invite_users_group)
  const isAllowed = canInvite()
  const act = (one: Invite, what: () => Promise<unknown>) =>
    actions.run(keyOf(one), async () => {
      await what()
      await invites.reload()
    })
  return (
    <>
      <div class="list-line">
        <button
          type="button"
          class="button primary"
          disabled={!isAllowed}
          onClick={() => openInviteDialog(invites.reload)}
        >
          {p.invite}
        </button>
        {!isAllowed && <p class="soft small">{canMail ? p.lockedLink : p.lockedInvite}</p>}
      </div>
      {!invites.value ? (
        <Loading problem={invites.problem} label={p.loading} />
      ) : invites.value.length === 0 ? (
        <p class="soft list-empty">{p.noInvitations}</p>
      ) : (
        <ul class="records" aria-label={p.invitations}>
          {invites.value.map((one) => {
            const name = one.email ?? p.byLink
            return (
              <li key={keyOf(one)}>
                <div class="record-words">
                  <span class="name" dir="auto">
                    {name}
                  </span>
                  <span class="soft small" dir="auto">
                    {[
                      p.invitedAs[one.invited_as],
                      p.invitedBy(nameOf(one.invited_by_user_id)),
                      dayOf(one.invited),
                      one.expiry_date === null ? p.neverExpires : p.expires(dayOf(one.expiry_date)),
                    ].join(' · ')}
                  </span>
                  <Refusal text={actions.problem(keyOf(one))} />
                </div>
                <div class="record-buttons">
                  {one.link_url !== undefined && (
                    <button type="button" class="button" onClick={() => void copy(one.link_url ?? '')}>
                      {p.copyLink}
                    </button>
                  )}
                  {!one.is_multiuse && sendsMail() && (
                    <button
                      type="button"
                      class="button"
                      aria-label={p.resendTo(name)}
                      disabled={actions.isBusy(keyOf(one))}
                      onClick={() =>
                        act(one, async () => {
                          await api.call(resendEmailInvite, { invite_id: one.id })
                          toast(p.resent(name))
                        })
                      }
                    >
                      {p.resend}
                    </button>
                  )}
                  <button
                    type="button"
                    class="button quiet"
                    aria-label={p.revokeOf(name)}
                    disabled={actions.isBusy(keyOf(one))}
                    onClick={() =>
                      act(one, () =>
                        api.call(one.is_multiuse ? revokeInviteLink : revokeEmailInvite, { invite_id: one.id }),
                      )
                    }
                  >
                    {p.revoke}
                  </button>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

const keyOf = ({ id, is_multiuse }: Invite) => `${is_multiuse} ${id}`
