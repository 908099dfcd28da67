import { roles } from '#contract'
import { removeSampleTopics } from '../../src/features/messages/welcome/api.ts'
import { getInvites, type Invite } from '../../src/features/sign-in/invitations/api.ts'
import { composeField } from '../compose/target.ts'
import { Refusal, useActions } from '../controls/actions.tsx'
import { dayOf } from '../controls/day.ts'
import { useLoaded } from '../controls/loaded.ts'
import { copy } from '../parts/clipboard.ts'
import { toast } from '../parts/toast.ts'
import { part } from '../store/connection.ts'
import { nameOf, ownId } from '../store/people.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

const founded = part<number>('realm_date_created')
const organization = part<string>('realm_name')

/** The link that setup creates with the organization: for members, without any channels but the default ones. */
const isFirstLink = ({ is_multiuse, invited_as, invited }: Invite) =>
  is_multiuse && invited_as === roles.member && invited - founded.value < 60

/** Card above a new organization's sample messages, with the invite link and a button that removes the samples. */
export function FirstSteps() {
  const invites = useLoaded(async () => (await api.call(getInvites, {})).invites as Invite[], {
    types: ['invites_changed'],
  })
  const actions = useActions()
  const remove = () =>
    actions.run('samples', async () => {
      await api.call(removeSampleTopics, {})
      composeField.peek()?.focus()
      toast(p.samplesRemoved)
    })
  const link = invites.value?.find(isFirstLink)
  const isGone = invites.value !== undefined && !link
  const { link_url = '', expiry_date = null } = link ?? {}
  return (
    <section class="first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{p.firstSteps(organization.value)}</h2>
      {!isGone && (
        <label class="first-link">
          <span>
            {p.inviteTeam} {expiry_date !== null && <span class="soft">{p.linkUntil(dayOf(expiry_date))}</span>}
          </span>
          <span class="first-link-row">
            <input readOnly dir="ltr" value={link_url} onFocus={({ currentTarget }) => currentTarget.select()} />
            <button
              type="button"
              class="button primary"
              disabled={link_url === ''}
              onClick={(event) => {
                event.preventDefault()
                void copy(link_url)
              }}
            >
              {p.copyInvite}
            </button>
          </span>
        </label>
      )}
      <Refusal text={invites.problem || actions.problem('samples')} />
      <p class="beginning-actions">
        <span>
          {p.appearAs(nameOf(ownId.value))}{' '}
          <a class="plain" href="#settings/profile">
            {p.changeName}
          </a>
        </span>
        <button type="button" class="plain" disabled={actions.isBusy('samples')} onClick={remove}>
          {p.removeSamples}
        </button>
      </p>
    </section>
  )
}
