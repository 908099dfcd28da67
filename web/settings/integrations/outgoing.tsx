import { useComputed, useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import { deactivateBot, updateBot } from '../../../src/features/people/users/bot-api.ts'
import type { Bot, ServiceInterface } from '../../../src/features/people/users/bot-wire.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { Avatar } from '../../entities/avatar.tsx'
import { directNarrow } from '../../narrow/narrow.ts'
import { hrefOfNarrow } from '../../navigation/route.ts'
import { copy } from '../../parts/clipboard.ts'
import { bots as t } from '../../texts/bots.ts'
import { i } from '../../texts/integrations.ts'
import { api } from '../../transport/api.ts'
import { EndpointFields, PrivateChannelField, useEndpoint } from './endpoint-fields.tsx'
import { admit } from './new-bot.ts'
import { OutgoingTest } from './outgoing-test.tsx'
import { RecentRequests, useRequests } from './recent-requests.tsx'
import { RemoveIntegration } from './remove-integration.tsx'
import { hidden, SecretLine } from './secret-line.tsx'
import { botDetails } from './webhook-bots.ts'

/** An outgoing webhook bot: its trigger and token, a test, its settings, and its latest requests. */
export function Outgoing({ bot }: { bot: User }) {
  const list = useRequests(bot)
  const service = useComputed(() => botDetails(bot.user_id)?.services[0])
  return (
    <>
      <h3 class="integration-name">
        <Avatar userId={bot.user_id} size={28} /> <span dir="auto">{bot.full_name}</span>
      </h3>
      <p class="soft">{i.outgoingTool}</p>
      <section>
        <h4 class="integration-part">{i.triggers}</h4>
        <p dir="auto">{i.triggersHelp(`@${bot.full_name}`)}</p>
        <p>
          <a class="plain" href={hrefOfNarrow(directNarrow([bot.user_id]))}>
            {i.messageBot(bot.full_name)}
          </a>
        </p>
      </section>
      {service.value && <Token token={service.value.token} />}
      <h4 class="integration-part">{i.tryIt}</h4>
      <OutgoingTest bot={bot} onTested={list.reload} />
      {service.value && <Settings bot={bot} service={service.value} />}
      <RecentRequests bot={bot} list={list} />
      <RemoveIntegration
        name={bot.full_name}
        warning={i.removeOutgoing(bot.full_name)}
        remove={() => api.call(deactivateBot, { bot_id: bot.user_id as UserId })}
      />
    </>
  )
}

function Token({ token }: { token: string }) {
  const isShown = useSignal(false)
  return (
    <section>
      <h4 class="integration-part">{t.token}</h4>
      <SecretLine
        label={t.token}
        text={isShown.value ? token : hidden}
        isShown={isShown.value}
        copyLabel={i.copyToken}
        copy={() => void copy(token)}
        toggle={() => (isShown.value = !isShown.value)}
      />
      <p class="soft small">{i.tokenHelp}</p>
    </section>
  )
}

function Settings({ bot, service }: { bot: User; service: Bot['services'][number] }) {
  const bot_id = bot.user_id as UserId
  const actions = useActions()
  const isSaved = useSignal(false)
  const endpoint = useEndpoint(bot.full_name, service.base_url, service.interface as ServiceInterface)
  const save = () =>
    actions.run('save', async () => {
      isSaved.value = false
      await admit(bot_id, endpoint.channel.value === '' ? null : Number(endpoint.channel.value))
      await api.call(updateBot, {
        ...{ bot_id, full_name: endpoint.name.value.trim() },
        ...{ service_payload_url: endpoint.url.value.trim(), service_interface: endpoint.format.value },
      })
      isSaved.value = true
    })
  return (
    <section class="integration-settings">
      <h4 class="integration-part">{i.settings}</h4>
      <form
        class="integration-form"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <EndpointFields endpoint={endpoint} />
        <PrivateChannelField endpoint={endpoint} />
        <button type="submit" class="button" disabled={actions.isBusy('save')}>
          {i.save}
        </button>
        <p class="small" role="status">
          {isSaved.value ? i.saved : ''}
        </p>
        <Refusal text={actions.problem('save')} />
      </form>
    </section>
  )
}
