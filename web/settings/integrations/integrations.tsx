import '../people/people.css'
import '../running/running.css'
import './integrations.css'
import { botTypes } from '#contract'
import {
  getLatestDeliveries,
  type LatestDelivery,
} from '../../../src/features/integrations/outgoing-webhooks/deliveries/api.ts'
import { botRuleOf } from '../../../src/features/people/users/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { Avatar } from '../../entities/avatar.tsx'
import { isSettings } from '../../narrow/settings-addresses.ts'
import { route } from '../../navigation/route.ts'
import { Icon } from '../../parts/icon.tsx'
import { can } from '../../permissions/rights.ts'
import { channel } from '../../store/channels.ts'
import { nameOf, person } from '../../store/people.ts'
import { i } from '../../texts/integrations.ts'
import { p } from '../../texts/people-settings.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { hrefOfPlace, placeOf } from './addresses.ts'
import { Incoming } from './incoming.tsx'
import { NewIntegration } from './new-integration.tsx'
import { NewOutgoing } from './new-outgoing.tsx'
import { Outgoing } from './outgoing.tsx'
import { ToolBadge } from './tool-badge.tsx'
import { ToolList } from './tool-list.tsx'
import { loadTools, nameOfTool, toolOf } from './tools.ts'
import {
  type BotIntegration,
  integrationsOf,
  isOurs,
  isWebhook,
  ownOutgoingBots,
  ownWebhookBots,
} from './webhook-bots.ts'

const canAdd = () => can(botRuleOf(botTypes.incomingWebhook))
const canAddOutgoing = () => can(botRuleOf(botTypes.outgoingWebhook))

export function Integrations() {
  const { value } = route
  const place = placeOf(isSettings(value) ? value.detail : '')
  const open = place.kind === 'bot' ? person(place.bot) : undefined
  const tools = useLoaded(loadTools)
  if (open && place.kind === 'bot' && isWebhook(open) && isOurs(open))
    return (
      <>
        <Back />
        {open.bot_type === botTypes.outgoingWebhook ? (
          <Outgoing key={open.user_id} bot={open} />
        ) : (
          <Incoming key={open.user_id} bot={open} tool={place.tool} />
        )}
      </>
    )
  if (place.kind === 'outgoing' && canAddOutgoing())
    return (
      <>
        <Back />
        <NewOutgoing />
      </>
    )
  if (place.kind === 'tools' || place.kind === 'new') {
    const tool = place.kind === 'new' ? toolOf(place.tool) : undefined
    if (place.kind === 'new' && !tools.value) return <Loading problem={tools.problem} label={r.loading} />
    if (canAdd() || place.bot !== undefined)
      return (
        <>
          <Back />
          {tool ? (
            <NewIntegration key={tool.name} tool={tool} bot={place.bot} />
          ) : (
            <ToolList bot={place.bot} canAddOutgoing={canAddOutgoing()} />
          )}
        </>
      )
  }
  return <IntegrationList />
}

const Back = () => (
  <a class="integrations-back" href={hrefOfPlace({ kind: 'list' })}>
    <Icon name="chevron" /> {r.allIntegrations}
  </a>
)

interface Listed {
  readonly bot: User
  readonly tool: string | undefined
  readonly settings: BotIntegration | undefined
  readonly latest: LatestDelivery | undefined
}

/** A bot's tools: those with settings, and those that have posted. */
function listedOf(bot: User, deliveries: readonly LatestDelivery[]): Listed[] {
  const settings = integrationsOf(bot.user_id)
  const mine = deliveries.filter(({ bot_id, integration }) => bot_id === bot.user_id && toolOf(integration))
  const names = [...new Set([...settings.map(({ name }) => name), ...mine.map(({ integration }) => integration)])]
  if (names.length === 0) return [{ bot, tool: undefined, settings: undefined, latest: undefined }]
  return names.map((tool) => ({
    ...{ bot, tool, settings: settings.find(({ name }) => name === tool) },
    latest: mine.find(({ integration }) => integration === tool),
  }))
}

function IntegrationList() {
  const deliveries = useLoaded(async () => (await api.call(getLatestDeliveries, {})).deliveries, {
    types: ['realm_bot'],
    everyMs: () => 30_000,
  })
  const incoming = ownWebhookBots().flatMap((bot) => listedOf(bot, deliveries.value ?? []))
  const outgoing = ownOutgoingBots()
  return (
    <>
      <p class="lead">{r.help.integrations}</p>
      {canAdd() ? (
        <p class="setting-buttons integration-add">
          <a class="button primary" href={hrefOfPlace({ kind: 'tools' })}>
            {i.add}
          </a>
        </p>
      ) : (
        <p class="soft">{i.cannotAdd}</p>
      )}
      {incoming.length === 0 && outgoing.length === 0 && <p class="soft list-empty">{i.none}</p>}
      {incoming.length > 0 && (
        <ul class="records" aria-label={r.integrations}>
          {incoming.map((one) => (
            <IntegrationRow key={`${one.bot.user_id} ${one.tool}`} {...one} />
          ))}
        </ul>
      )}
      {outgoing.length > 0 && (
        <>
          <h3 class="integration-part">{i.outgoing}</h3>
          <ul class="records" aria-label={i.outgoing}>
            {outgoing.map((bot) => (
              <OutgoingRow
                key={bot.user_id}
                bot={bot}
                latest={deliveries.value?.find(({ bot_id }) => bot_id === bot.user_id)}
              />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const lastOf = (latest: LatestDelivery | undefined) => (latest ? i.lastPost(timeOf(latest.last_at)) : i.neverPosted)

const Problem = ({ latest }: { latest: LatestDelivery | undefined }) =>
  latest?.problem ? (
    <span class="setting-problem small" dir="auto">
      {i.lastFailed(latest.problem)}
    </span>
  ) : null

function IntegrationRow({ bot, tool, settings, latest }: Listed) {
  const name = tool === undefined ? bot.full_name : nameOfTool(tool)
  const usual = settings?.usual
  const to = usual?.stream_id ? channel(usual.stream_id)?.name : undefined
  const facts = [
    tool === undefined ? i.noToolYet : bot.full_name !== name && bot.full_name,
    to !== undefined && `#${to}${usual?.topic ? ` › ${usual.topic}` : ''}`,
    bot.bot_owner_id ? p.ownedBy(nameOf(bot.bot_owner_id)) : p.noOwner,
    lastOf(latest),
  ]
  return (
    <li class="is-line">
      {tool === undefined ? (
        <Avatar userId={bot.user_id} size={28} />
      ) : (
        <ToolBadge tool={{ name: tool, display_name: name }} />
      )}
      <div class="record-words">
        <span class="name" dir="auto">
          {name}
        </span>
        <span class="soft small" dir="auto">
          {facts.filter(Boolean).join(' · ')}
        </span>
        <Problem latest={latest} />
      </div>
      <a
        class="button"
        href={hrefOfPlace({ kind: 'bot', bot: bot.user_id, ...(tool === undefined ? {} : { tool }) })}
        aria-label={tool === undefined ? i.manageOf(name) : i.manageBoth(name, bot.full_name)}
      >
        {i.manage}
      </a>
    </li>
  )
}

const OutgoingRow = ({ bot, latest }: { bot: User; latest: LatestDelivery | undefined }) => (
  <li class="is-line">
    <Avatar userId={bot.user_id} size={28} />
    <div class="record-words">
      <span class="name" dir="auto">
        {bot.full_name}
      </span>
      <span class="soft small" dir="auto">
        {[bot.bot_owner_id ? p.ownedBy(nameOf(bot.bot_owner_id)) : p.noOwner, lastOf(latest)].join(' · ')}
      </span>
      <Problem latest={latest} />
    </div>
    <a class="button" href={hrefOfPlace({ kind: 'bot', bot: bot.user_id })} aria-label={i.manageOf(bot.full_name)}>
      {i.manage}
    </a>
  </li>
)
