import type { UserId } from '#contract'
import { getBotIntegrations, removeBotIntegration } from '../../../src/features/integrations/incoming-webhooks/api.ts'
import { deactivateBot } from '../../../src/features/people/users/bot-api.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { i } from '../../texts/integrations.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { hrefOfPlace } from './addresses.ts'
import { Arrivals, useArrivals } from './arrivals.tsx'
import { IntegrationSettings } from './integration-settings.tsx'
import { RecentRequests, useRequests } from './recent-requests.tsx'
import { RemoveIntegration } from './remove-integration.tsx'
import { SampleForm } from './sample-form.tsx'
import { SetUp } from './set-up.tsx'
import { ToolBadge } from './tool-badge.tsx'
import { loadTools, nameOfTool, toolOf } from './tools.ts'
import { integrationsOf } from './webhook-bots.ts'
import { WebhookUrl } from './webhook-url.tsx'

interface Props {
  readonly bot: User
  /** The tool in the page's URL; the bot's first one by default. */
  readonly tool: string | undefined
}

/** An incoming webhook bot with one of its tools. */
export function Incoming({ bot, tool: asked }: Props) {
  const bot_id = bot.user_id as UserId
  const requests = useRequests(bot)
  const tools = useLoaded(loadTools)
  const arrivals = useArrivals(bot_id)
  const posting = (requests.value ?? []).flatMap(({ integration }) => (toolOf(integration) ? [integration] : []))
  const known = [...new Set([...integrationsOf(bot_id).map(({ name }) => name), ...posting])]
  const name = asked ?? known[0] ?? 'slack_incoming'
  const tool = tools.value?.find((one) => one.name === name)
  if (!tools.value) return <Loading problem={tools.problem} label={r.loading} />
  if (!tool) return <p class="setting-problem">{i.noSuchTool}</p>
  const all = known.includes(name) ? known : [...known, name]
  const isLast = all.length === 1
  return (
    <>
      <h3 class="integration-name">
        <ToolBadge tool={tool} /> {tool.display_name}
      </h3>
      <p class="soft" dir="auto">
        {i.postsAs(bot.full_name)}
      </p>
      <nav class="integration-tabs" aria-label={i.toolsOf(bot.full_name)}>
        {all.map((one) => (
          <a
            key={one}
            class="button"
            aria-current={one === name ? 'page' : undefined}
            href={hrefOfPlace({ kind: 'bot', bot: bot_id, tool: one })}
          >
            {nameOfTool(one)}
          </a>
        ))}
        <a class="button quiet" href={hrefOfPlace({ kind: 'tools', bot: bot_id })}>
          {i.addTool}
        </a>
      </nav>
      <WebhookUrl key={`url ${name}`} bot={bot} tool={tool} />
      {tool.setup_steps.length > 0 && <SetUp bot_id={bot_id} tool={tool} />}
      <SampleForm
        key={`sample ${name}`}
        bot={bot}
        tool={tool}
        onPosted={async () => {
          await Promise.all([requests.reload(), arrivals.reload()])
        }}
      />
      <h4 class="integration-part">{i.latest}</h4>
      <Arrivals arrivals={arrivals} tool={tool.display_name} />
      <IntegrationSettings key={`settings ${name}`} bot={bot} tool={tool} />
      <UnknownEvents bot={bot} />
      <RecentRequests bot={bot} list={requests} />
      <RemoveIntegration
        name={tool.display_name}
        warning={isLast ? i.removeBot(bot.full_name) : i.removeShared(bot.full_name, tool.display_name)}
        remove={() =>
          isLast ? api.call(deactivateBot, { bot_id }) : api.call(removeBotIntegration, { bot_id, integration: name })
        }
      />
    </>
  )
}

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
