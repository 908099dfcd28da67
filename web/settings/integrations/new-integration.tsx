import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { asUserId, botTypes, type UserId } from '#contract'
import {
  type Integration,
  maxSecret,
  setBotIntegration,
} from '../../../src/features/integrations/incoming-webhooks/api.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { goTo } from '../../navigation/route.ts'
import { i } from '../../texts/integrations.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { routeOf } from './addresses.ts'
import { changesOf, DestinationFields, EventFields, useIntegrationFields, usualFor } from './integration-fields.tsx'
import { admit, createWebhookBot, freeName } from './new-bot.ts'
import { ToolBadge } from './tool-badge.tsx'
import { isPlainFormat } from './tools.ts'
import { ownWebhookBots } from './webhook-bots.ts'

const maxName = 100

/** Creates an integration, with a bot of its own unless another one is chosen. */
export function NewIntegration({ tool, bot: given }: { tool: Integration; bot: number | undefined }) {
  const actions = useActions()
  const heading = useRef<HTMLHeadingElement>(null)
  const fields = useIntegrationFields(usualFor(tool))
  const bot = useSignal(given === undefined ? '' : String(given))
  const name = useSignal(freeName(tool.display_name))
  const secret = useSignal('')
  /** Created by an earlier attempt that failed later. */
  const made = useRef<UserId | undefined>(undefined)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const newBotOnce = async () => {
    made.current ??= await createWebhookBot(name.value.trim(), { bot_type: botTypes.incomingWebhook })
    return made.current
  }
  const create = () =>
    actions.run('create', async () => {
      const bot_id = bot.value === '' ? await newBotOnce() : asUserId(Number(bot.value))
      const changes = changesOf(fields)
      await admit(bot_id, changes.stream_id)
      await api.call(setBotIntegration, {
        ...{ bot_id, integration: tool.name, ...changes },
        ...(secret.value.trim() !== '' && { secret: secret.value }),
      })
      goTo(routeOf({ kind: 'bot', bot: bot_id, tool: tool.name }), { replace: true })
    })
  const bots = ownWebhookBots()
  return (
    <form
      class="integration-form"
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
    >
      <h3 class="integration-name" tabIndex={-1} ref={heading}>
        <ToolBadge tool={tool} /> {i.connect(tool.display_name)}
      </h3>
      <DestinationFields fields={fields} tool={tool} />
      <div class="integration-line">
        {bots.length > 0 && (
          <label class="field">
            <span class="label">{i.postAs}</span>
            <select value={bot.value} onChange={({ currentTarget }) => (bot.value = currentTarget.value)}>
              <option value="">{i.newBot}</option>
              {bots.map(({ user_id, full_name }) => (
                <option key={user_id} value={String(user_id)}>
                  {full_name}
                </option>
              ))}
            </select>
          </label>
        )}
        {bot.value === '' && (
          <label class="field">
            <span class="label">{i.botName}</span>
            <input
              type="text"
              dir="auto"
              required
              maxLength={maxName}
              value={name.value}
              onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            />
          </label>
        )}
      </div>
      {!isPlainFormat(tool.name) && (
        <details class="integration-more">
          <summary>{i.moreOptions}</summary>
          <label class="field">
            <span class="label">{r.secretOf(tool.display_name)}</span>
            <input
              type="password"
              autocomplete="off"
              maxLength={maxSecret}
              dir="ltr"
              value={secret.value}
              onInput={({ currentTarget }) => (secret.value = currentTarget.value)}
            />
            <span class="soft small">{i.secretHelp}</span>
          </label>
          <EventFields fields={fields} tool={tool} />
        </details>
      )}
      <p class="setting-buttons">
        <button
          type="submit"
          class="button primary"
          disabled={(bot.value === '' && name.value.trim() === '') || actions.isBusy('create')}
        >
          {i.create}
        </button>
      </p>
      <Refusal text={actions.problem('create')} />
    </form>
  )
}
