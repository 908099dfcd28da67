import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { getChannelEmail } from '../../src/features/channels/channels/api.ts'
import type { Bot } from '../../src/features/people/users/bot-wire.ts'
import { SettingGroup } from '../controls/setting.tsx'
import { reasonOf } from '../parts/refusal.ts'
import { administers, canInChannel } from '../permissions/rights.ts'
import { emailResets } from '../store/channel-email.ts'
import type { Channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { t } from '../texts/channel-general.ts'
import { api } from '../transport/api.ts'
import { askToResetEmail } from './channel-email.tsx'
import { ChannelWebhooks } from './channel-webhooks.tsx'
import { SecretAddress } from './secret-address.tsx'

const bots = part<Bot[] | undefined>('realm_bots')
const takesMail = part<boolean | undefined>('server_takes_mail')

export function ChannelOutside({ one }: { one: Channel }) {
  const mine = (bots.value ?? []).filter(({ user_id }) => person(user_id)?.is_active)
  const own = mine.filter(({ user_id }) => person(user_id)?.bot_owner_id === ownId.value)
  if (one.is_archived) return null
  return (
    <SettingGroup title={t.fromOutside}>
      <section aria-label={t.email}>
        <h4>{t.email}</h4>
        <p class="soft">{takesMail.value ? t.emailHelp : t.emailOff}</p>
        {!takesMail.value ? null : canInChannel('post', one) ? (
          <EmailAddress
            channelId={one.stream_id}
            senders={own.map(({ user_id }) => user_id)}
            canReset={administers(one)}
          />
        ) : (
          <p class="soft">{t.emailNot}</p>
        )}
      </section>
      <ChannelWebhooks one={one} />
    </SettingGroup>
  )
}

interface EmailAddressProps {
  channelId: number
  senders: readonly number[]
  canReset: boolean
}

function EmailAddress({ channelId, senders, canReset }: EmailAddressProps) {
  /** 0: no particular sender. */
  const sender = useSignal(0)
  const address = useSignal('')
  const problem = useSignal('')
  const show = async (from: number) => {
    problem.value = ''
    try {
      const asked = from === 0 ? {} : { sender_id: from }
      const { email } = await api.call(getChannelEmail, { stream_id: channelId, ...asked })
      if (sender.peek() === from) address.value = email
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
  }
  const resets = emailResets.value.get(channelId) ?? 0
  useEffect(() => {
    if (address.peek() !== '') void show(sender.peek())
  }, [resets])
  return (
    <>
      <label class="field">
        <span class="label">{t.emailAs}</span>
        <select
          value={String(sender.value)}
          onChange={({ currentTarget }) => {
            sender.value = Number(currentTarget.value)
            const isShown = address.value !== ''
            address.value = ''
            if (isShown) void show(sender.value)
          }}
        >
          <option value="0">{t.emailGateway}</option>
          <option value={String(ownId.value)}>{t.emailOneself}</option>
          {senders.map((id) => (
            <option key={id} value={String(id)}>
              {nameOf(id)}
            </option>
          ))}
        </select>
      </label>
      {address.value !== '' && <SecretAddress label={t.email} address={address.value} />}
      <div class="outside-line">
        {address.value === '' && (
          <button type="button" class="button" onClick={() => void show(sender.value)}>
            {t.emailShow}
          </button>
        )}
        {canReset && (
          <button type="button" class="button" onClick={() => askToResetEmail(channelId)}>
            {t.emailReset}
          </button>
        )}
      </div>
      {problem.value !== '' && (
        <p class="setting-problem" role="alert">
          {problem.value}
        </p>
      )}
    </>
  )
}
