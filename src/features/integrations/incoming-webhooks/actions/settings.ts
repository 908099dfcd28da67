import type { ChannelId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Account, IntegrationSettings, UsualPost } from '../../../people/users/account.ts'
import { storeBotSettings } from '../../../people/users/actions/index.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { badSecret, badTemplate, noSecrets, noSuchIntegration, noTemplates, tooManyIntegrations } from '../api.ts'
import { isPlainFormat } from '../samples.ts'
import * as store from '../store.ts'
import { toolAt } from '../tools/catalogue.ts'
import { templateError } from '../tools/generic/templates.ts'
import { sealedSecret } from './secret.ts'

const maxIntegrations = 50

export interface Changes {
  readonly secret?: string | undefined
  readonly topic_template?: string | undefined
  readonly text_template?: string | undefined
  readonly stream_id?: ChannelId | null | undefined
  readonly topic?: string | undefined
  readonly exclude_events?: readonly string[] | undefined
  readonly branches?: readonly string[] | undefined
}

/** Checks templates before the transaction, because it's slow. `queueKey` is the account to charge. */
export async function checkTemplates(queueKey: string, changes: Pick<Changes, 'topic_template' | 'text_template'>) {
  const reason = await templateError(queueKey, { topic: changes.topic_template, text: changes.text_template })
  if (reason) throw badTemplate({}, { reason })
}

/** Changes a tool's settings for the bot: missing ones stay, empty ones are removed. */
export async function setIntegration(
  mutation: Mutation,
  bot: Account,
  asked: string,
  changes: Changes,
): Promise<IntegrationSettings> {
  const tool = toolAt(asked)
  const name = tool?.name ?? asked
  if (!tool && !isPlainFormat(asked)) throw noSuchIntegration()
  const { secret, topic_template: topic, text_template: text } = changes
  if ((topic ?? text) !== undefined && !tool?.templates) throw noTemplates()
  if (secret && !tool) throw noSecrets()
  const problem = secret ? tool?.verification.problemOf?.(secret) : undefined
  if (problem) throw badSecret({}, { reason: problem })
  const { integrations = {} } = bot.botSettings
  const { secret: open, ...before } = integrations[name] ?? {}
  const known = secret ?? open
  const sealed = known ? sealedSecret(mutation.org, bot, name, known) : known
  const after = Object.fromEntries(
    Object.entries({ ...before, ...defined({ sealed, topic, text, usual: usualOf(before.usual, changes) }) }).filter(
      ([, value]) => value !== '',
    ),
  ) as IntegrationSettings
  if (!(name in integrations) && Object.keys(integrations).length >= maxIntegrations)
    throw tooManyIntegrations({}, { limit: maxIntegrations })
  await storeBotSettings(mutation, bot, { ...bot.botSettings, integrations: { ...integrations, [name]: after } })
  return after
}

function usualOf(
  { channelId = null, topic = '', excludedEvents = [], branches = [] }: Partial<UsualPost> = {},
  changes: Changes,
): UsualPost | undefined {
  const { stream_id, topic: newTopic, exclude_events, branches: newBranches } = changes
  if (stream_id === undefined && (newTopic ?? exclude_events ?? newBranches) === undefined) return undefined
  return {
    channelId: stream_id === undefined ? channelId : stream_id,
    topic: newTopic ?? topic,
    excludedEvents: exclude_events ?? excludedEvents,
    branches: newBranches ?? branches,
  }
}

const defined = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

export async function sealIntegrations(mutation: Mutation, botId: UserId): Promise<void> {
  const bot = mutation.get(peopleCache).byId.get(botId)
  if (!bot) return
  const integrations = Object.entries(bot.botSettings.integrations ?? {}).map(([name, { secret, ...others }]) => [
    name,
    secret === undefined ? others : { ...others, sealed: sealedSecret(mutation.org, bot, name, secret) },
  ])
  await storeBotSettings(mutation, bot, { ...bot.botSettings, integrations: Object.fromEntries(integrations) })
}

export async function removeIntegration(mutation: Mutation, bot: Account, name: string): Promise<void> {
  const { [name]: _, ...others } = bot.botSettings.integrations ?? {}
  await storeBotSettings(mutation, bot, { ...bot.botSettings, integrations: others })
  await store.removeUnknown(mutation.tx, bot.id, name)
}
