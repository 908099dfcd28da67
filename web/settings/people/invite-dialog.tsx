import { type Signal, useSignal } from '@preact/signals'
import { type ChannelId, type GroupId, roles } from '#contract'
import { maxWelcomeMessageLength } from '../../../src/features/people/organization/register-constants.ts'
import { highestRoleFrom } from '../../../src/features/people/users/rules.ts'
import { createInviteLink, longestLifeMinutes, sendInvites } from '../../../src/features/sign-in/invitations/api.ts'
import { invitationRules } from '../../../src/features/sign-in/invitations/rules.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.ts'
import { can, oneself } from '../../permissions/rights.ts'
import { part } from '../../store/connection.ts'
import { groups } from '../../store/groups.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { InviteLink } from './invite-link.tsx'
import { PickList } from './pick-list.tsx'
import { pickableChannels } from './user-dialogs.tsx'

/** Stands for a custom expiry time instead of minutes. */
const another = -1
const isRestricted = part<boolean | undefined>('realm_emails_restricted_to_domains')
const usualWelcome = part<string | undefined>('realm_welcome_message_custom_text')

/** Minutes until the time in a date field. */
const minutesUntil = (until: string): number => Math.ceil((new Date(until).getTime() - Date.now()) / 60_000)
/** Whether the time is in the future and within the longest lifetime of an invitation. */
const isToCome = (until: string): boolean => minutesUntil(until) > 0 && minutesUntil(until) <= longestLifeMinutes
const minutesOf = (life: number, until: string): number | null =>
  life === another ? minutesUntil(until) : life === 0 ? null : life

export function openInviteDialog(after: () => Promise<void>): void {
  void openDialog({ title: p.inviteTitle, class: 'long' }, (close) => <InviteForm close={close} after={after} />)
}

function InviteForm({ close, after }: { close: () => void; after: () => Promise<void> }) {
  const canLink = can(invitationRules.create_multiuse_invite_group)
  const canMail = sendsMail() && can(invitationRules.can_invite_users_group)
  const addresses = useSignal('')
  const role = useSignal<number>(roles.member)
  const life = useSignal(14_400)
  const until = useSignal('')
  const welcome = useSignal('')
  const channels = useSignal<readonly number[]>([])
  const chosenGroups = useSignal<readonly number[]>([])
  const isDefault = useSignal(true)
  const tells = useSignal(true)
  const offeredGroups = (groups.value ?? []).filter(
    ({ is_system_group, deactivated }) => !is_system_group && !deactivated,
  )
  const offeredRoles = Object.values(roles).filter((role) => role >= highestRoleFrom(oneself()))
  const isDisabled = life.value === another && !isToCome(until.value)
  const offer = () => ({
    ...(welcome.value.trim() === '' ? {} : { welcome_message_custom_text: welcome.value.trim() }),
    invite_as: role.value as typeof roles.member,
    group_ids: chosenGroups.value as GroupId[],
    stream_ids: channels.value as ChannelId[],
    include_realm_default_subscriptions: isDefault.value,
  })
  const expiry = () => ({ invite_expires_in_minutes: minutesOf(life.value, until.value) })
  const makeLink = async () => {
    const { invite_link } = await api.call(createInviteLink, { ...offer(), ...expiry() })
    void after()
    return invite_link
  }
  const send = async () => {
    await api.call(sendInvites, {
      ...offer(),
      ...expiry(),
      invitee_emails: addresses.value,
      notify_referrer_on_join: tells.value,
    })
    toast(p.invited)
    await after()
  }
  const fields = (
    <>
      {canLink && (
        <InviteLink
          of={JSON.stringify([offer(), life.value, until.value])}
          role={role.value}
          make={makeLink}
          isDisabled={isDisabled}
        />
      )}
      <Expiry life={life} until={until} />
      {!sendsMail() && <p class="soft">{isRestricted.value ? p.noMailRestricted : p.noMailInvite}</p>}
      {canMail && (
        <label class="field">
          <span class="label">{p.addresses}</span>
          <textarea
            rows={3}
            maxLength={100_000}
            required
            value={addresses.value}
            onInput={({ currentTarget }) => (addresses.value = currentTarget.value)}
          />
        </label>
      )}
      <details class="invite-more">
        <summary>{p.moreOptions}</summary>
        <label class="field">
          <span class="label">{p.inviteAs}</span>
          <select value={role.value} onChange={({ currentTarget }) => (role.value = Number(currentTarget.value))}>
            {offeredRoles.map((one) => (
              <option key={one} value={one}>
                {p.roles[one]}
              </option>
            ))}
          </select>
        </label>
        <label class="pick">
          <input
            type="checkbox"
            checked={isDefault.value}
            onChange={({ currentTarget }) => (isDefault.value = currentTarget.checked)}
          />
          {p.defaultChannels}
        </label>
        <PickList label={p.whichChannels} filterLabel={p.findChannel} items={pickableChannels()} chosen={channels} />
        {offeredGroups.length > 0 && (
          <PickList label={p.whichGroups} filterLabel={p.findGroup} items={offeredGroups} chosen={chosenGroups} />
        )}
        <label class="field">
          <span class="label">{p.welcome}</span>
          <textarea
            rows={2}
            dir="auto"
            maxLength={maxWelcomeMessageLength}
            placeholder={String(usualWelcome.value ?? '')}
            aria-describedby="invite-welcome-help"
            value={welcome.value}
            onInput={({ currentTarget }) => (welcome.value = currentTarget.value)}
          />
          <span class="soft small" id="invite-welcome-help">
            {p.welcomeHelp}
          </span>
        </label>
        {canMail && (
          <label class="pick">
            <input
              type="checkbox"
              checked={tells.value}
              onChange={({ currentTarget }) => (tells.value = currentTarget.checked)}
            />
            {p.notifyMe}
          </label>
        )}
      </details>
    </>
  )
  return canMail ? (
    <Form submit={p.sendInvites} isDisabled={isDisabled} close={close} run={send}>
      {fields}
    </Form>
  ) : (
    <div class="dialog-body">{fields}</div>
  )
}

interface ExpiryProps {
  readonly life: Signal<number>
  readonly until: Signal<string>
}

const Expiry = ({ life, until }: ExpiryProps) => (
  <>
    <label class="field">
      <span class="label">{p.expiresAfter}</span>
      <select value={life.value} onChange={({ currentTarget }) => (life.value = Number(currentTarget.value))}>
        {[1_440, 4_320, 14_400, 43_200, 0, another].map((minutes) => (
          <option key={minutes} value={minutes}>
            {p.lives[minutes]}
          </option>
        ))}
      </select>
    </label>
    {life.value === another && (
      <label class="field">
        <span class="label">{p.until}</span>
        <input
          type="datetime-local"
          value={until.value}
          onInput={({ currentTarget }) => (until.value = currentTarget.value)}
        />
        {until.value !== '' && !isToCome(until.value) && (
          <span class="setting-problem" role="alert">
            {p.untilPast}
          </span>
        )}
      </label>
    )}
  </>
)
