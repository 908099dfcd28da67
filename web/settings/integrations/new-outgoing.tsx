import { useEffect, useRef } from 'preact/hooks'
import { asUserId, botTypes } from '#contract'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { goTo } from '../../navigation/route.ts'
import { i } from '../../texts/integrations.ts'
import { routeOf } from './addresses.ts'
import { EndpointFields, PrivateChannelField, useEndpoint } from './endpoint-fields.tsx'
import { admit, createWebhookBot, freeName } from './new-bot.ts'
import { ToolBadge } from './tool-badge.tsx'
import { outgoingTool } from './tools.ts'

/** Creates an outgoing webhook bot. */
export function NewOutgoing() {
  const actions = useActions()
  const heading = useRef<HTMLHeadingElement>(null)
  const endpoint = useEndpoint(freeName('Webhook'))
  /** Created by an earlier attempt that failed later. */
  const made = useRef<number | undefined>(undefined)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { name, url, format, channel } = endpoint
  const create = () =>
    actions.run('create', async () => {
      made.current ??= await createWebhookBot(name.value.trim(), {
        ...{ bot_type: botTypes.outgoingWebhook, payload_url: url.value.trim(), interface_type: format.value },
      })
      const bot = asUserId(made.current)
      await admit(bot, channel.value === '' ? null : Number(channel.value))
      goTo(routeOf({ kind: 'bot', bot }), { replace: true })
    })
  return (
    <form
      class="integration-form"
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
    >
      <h3 class="integration-name" tabIndex={-1} ref={heading}>
        <ToolBadge tool={outgoingTool} /> {i.outgoingTool}
      </h3>
      <p class="soft">{i.outgoingLead}</p>
      <EndpointFields endpoint={endpoint} />
      <PrivateChannelField endpoint={endpoint} />
      <p class="setting-buttons">
        <button
          type="submit"
          class="button primary"
          disabled={name.value.trim() === '' || url.value.trim() === '' || actions.isBusy('create')}
        >
          {i.createOutgoing}
        </button>
      </p>
      <Refusal text={actions.problem('create')} />
    </form>
  )
}
