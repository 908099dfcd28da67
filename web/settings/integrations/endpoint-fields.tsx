import { type Signal, useSignal } from '@preact/signals'
import { botLimits, type ServiceInterface, serviceInterfaces } from '../../../src/features/people/users/bot-wire.ts'
import { PayloadFormatField } from '../../controls/payload-format-field.tsx'
import { channel as channelOf, isSubscribed } from '../../store/channels.ts'
import { bots as t } from '../../texts/bots.ts'
import { i } from '../../texts/integrations.ts'
import { pickableChannels } from '../people/user-dialogs.tsx'

/** The fields of an outgoing webhook. */
export interface Endpoint {
  readonly name: Signal<string>
  readonly url: Signal<string>
  readonly format: Signal<ServiceInterface>
  /** The ID of a private channel to add the bot to; empty for none. */
  readonly channel: Signal<string>
}

export const useEndpoint = (name: string, url = '', format: ServiceInterface = serviceInterfaces.own): Endpoint => ({
  name: useSignal(name),
  url: useSignal(url),
  format: useSignal<ServiceInterface>(format),
  channel: useSignal(''),
})

export const EndpointFields = ({ endpoint: { name, url, format } }: { endpoint: Endpoint }) => (
  <>
    <div class="integration-line">
      <label class="field">
        <span class="label">{i.botName}</span>
        <input
          type="text"
          dir="auto"
          required
          maxLength={botLimits.name}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
      </label>
      <PayloadFormatField format={format} />
    </div>
    <label class="field">
      <span class="label">{t.url}</span>
      <input
        type="url"
        dir="ltr"
        required
        maxLength={botLimits.url}
        value={url.value}
        onInput={({ currentTarget }) => (url.value = currentTarget.value)}
      />
      <span class="soft small">{i.endpointHelp}</span>
    </label>
  </>
)

/** The user can only add a bot to private channels that they're subscribed to themselves. */
export function PrivateChannelField({ endpoint: { channel } }: { endpoint: Endpoint }) {
  const all = pickableChannels().filter(({ id }) => channelOf(id)?.invite_only && isSubscribed(id))
  if (all.length === 0) return <p class="soft small">{i.privateChannelHelp}</p>
  return (
    <label class="field">
      <span class="label">{i.privateChannel}</span>
      <select value={channel.value} onChange={({ currentTarget }) => (channel.value = currentTarget.value)}>
        <option value="">{i.onlyPublic}</option>
        {all.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            #{name}
          </option>
        ))}
      </select>
      <span class="soft small">{i.privateChannelHelp}</span>
    </label>
  )
}
