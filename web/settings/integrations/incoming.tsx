import { useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import {
  getBotIntegrations,
  getIntegrations,
  type Integration,
  removeBotIntegration,
  testIncomingWebhook,
} from '../../../src/features/integrations/incoming-webhooks/api.ts'
import { getBotApiKey } from '../../../src/features/people/users/bot-api.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { pageAddress } from '../../transport/place.ts'
import { pickableChannels } from '../people/user-dialogs.tsx'
import { IntegrationSettings } from './integration-settings.tsx'

/** Formats not specific to a service. */
const fixed = ['slack_incoming', 'json'] as const

export function Incoming({ bot, onPosted }: { bot: User; onPosted: () => Promise<void> }) {
  const bot_id = bot.user_id as UserId
  const actions = useActions()
  const tools = useLoaded(async () => (await api.call(getIntegrations, {})).integrations)
  const [stream, topic, name, sample, key] = [
    useSignal(''),
    useSignal(''),
    useSignal('slack_incoming'),
    useSignal(''),
    useSignal(''),
  ]
  const isPosted = useSignal(false)
  const tool = tools.value?.find((one) => one.name === name.value)
  const query = new URLSearchParams({
    api_key: key.value,
    ...(stream.value !== '' && { stream: stream.value }),
    ...(topic.value.trim() !== '' && { topic: topic.value.trim() }),
  })
  const post = () =>
    actions.run('test', async () => {
      isPosted.value = false
      try {
        await api.call(testIncomingWebhook, {
          bot_id,
          integration: name.value,
          ...(tool && sample.value !== '' && { sample: sample.value }),
          ...(stream.value !== '' && { stream: stream.value }),
          ...(topic.value.trim() !== '' && { topic: topic.value.trim() }),
        })
        isPosted.value = true
      } finally {
        await onPosted()
      }
    })
  return (
    <>
      <form
        class="integration-test"
        onSubmit={(event) => {
          event.preventDefault()
          post()
        }}
      >
        <div class="filters-line">
          <label class="field">
            <span class="label">{r.tool}</span>
            <select
              value={name.value}
              onChange={({ currentTarget }) => {
                name.value = currentTarget.value
                sample.value = ''
              }}
            >
              {fixed.map((one) => (
                <option key={one} value={one}>
                  {r.samples[one]}
                </option>
              ))}
              {tools.value?.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.display_name}
                </option>
              ))}
            </select>
          </label>
          {tool && (
            <label class="field">
              <span class="label">{r.testSample}</span>
              <select
                value={sample.value || tool.samples[0]}
                onChange={({ currentTarget }) => (sample.value = currentTarget.value)}
              >
                {tool.samples.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label class="field">
            <span class="label">{r.testChannel}</span>
            <select value={stream.value} onChange={({ currentTarget }) => (stream.value = currentTarget.value)}>
              <option value="">{r.testOwner}</option>
              {pickableChannels().map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  #{name}
                </option>
              ))}
            </select>
          </label>
          {stream.value !== '' && (
            <label class="field">
              <span class="label">{r.testTopic}</span>
              <input
                maxLength={60}
                dir="auto"
                value={topic.value}
                onInput={({ currentTarget }) => (topic.value = currentTarget.value)}
              />
            </label>
          )}
        </div>
        {tool && <HowTo tool={tool} />}
        {key.value === '' ? (
          <button
            type="button"
            class="button"
            disabled={actions.isBusy('key')}
            onClick={() =>
              actions.run('key', async () => (key.value = (await api.call(getBotApiKey, { bot_id })).api_key))
            }
          >
            {r.showAddress}
          </button>
        ) : (
          <label class="field">
            <span class="label">{r.address}</span>
            <input
              readOnly
              dir="ltr"
              value={`${pageAddress()}api/v1/external/${name.value}?${query}`}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          </label>
        )}{' '}
        <button
          type="submit"
          class="button primary"
          aria-label={r.testPostOf(bot.full_name)}
          disabled={actions.isBusy('test')}
        >
          {r.testPost}
        </button>
        <p role="status">{isPosted.value ? r.posted : ''}</p>
        <Refusal text={actions.problem('test') || actions.problem('key')} />
      </form>
      {tool && <IntegrationSettings key={tool.name} bot={bot} tool={tool} />}
      <UnknownEvents bot={bot} />
    </>
  )
}

/** The services' instructions are in English. */
const HowTo = ({ tool }: { tool: Integration }) => (
  <details class="small" lang="en" dir="ltr">
    <summary>{r.howTo(tool.display_name)}</summary>
    <p>{tool.setup.replaceAll('`', '')}</p>
    <p>
      <a href={tool.documentation} target="_blank" rel="noreferrer">
        {tool.documentation}
      </a>
    </p>
    <dl class="integration-events">
      {tool.events.map(({ name, description }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  </details>
)

/** Received events without a text, which explain missing messages. */
function UnknownEvents({ bot }: { bot: User }) {
  const bot_id = bot.user_id as UserId
  const actions = useActions()
  const list = useLoaded(async () => (await api.call(getBotIntegrations, { bot_id })).unknown_events, {
    everyMs: () => 30_000,
  })
  if (!list.value || list.value.length === 0) return null
  const tools = [...new Set(list.value.map(({ integration }) => integration))]
  return (
    <section>
      <h4 class="integration-part">{r.unknownEvents}</h4>
      <p class="soft small">{r.unknownEventsHelp}</p>
      <ul class="records" aria-label={r.unknownEvents}>
        {list.value.map(({ integration, event, count, last_at }) => (
          <li key={`${integration} ${event}`} class="is-line">
            <div class="record-words">
              <span dir="ltr">
                {integration}: <code>{event}</code>
              </span>
              <span class="soft small">{r.countedEvents(count, timeOf(last_at))}</span>
            </div>
          </li>
        ))}
      </ul>
      <div class="integration-actions">
        {tools.map((integration) => (
          <button
            key={integration}
            type="button"
            class="button"
            disabled={actions.isBusy(integration)}
            onClick={() =>
              actions.run(integration, async () => {
                await api.call(removeBotIntegration, { bot_id, integration })
                await list.reload()
              })
            }
          >
            {r.forgetIntegration(integration)}
          </button>
        ))}
      </div>
      <Refusal text={tools.map((one) => actions.problem(one)).find(Boolean) ?? ''} />
    </section>
  )
}
