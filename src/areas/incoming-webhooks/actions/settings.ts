import type { Act } from '#platform/organization'
import type { Account, IntegrationSettings } from '../../users/account.ts'
import { storeBotSettings } from '../../users/actions/index.ts'
import { badTemplate, noSuchIntegration, noTemplates, tooManyIntegrations } from '../api.ts'
import * as store from '../store.ts'
import { toolAt } from '../tools/catalogue.ts'
import { problemOf } from '../tools/generic/template.ts'

const mostIntegrations = 50

interface Changes {
  readonly secret?: string | undefined
  readonly topic_template?: string | undefined
  readonly text_template?: string | undefined
}

/** Sets what a tool needs that posts as the bot; what is not said stays as it is, what is empty goes. */
export async function setIntegration(
  act: Act,
  bot: Account,
  asked: string,
  changes: Changes,
): Promise<IntegrationSettings> {
  const tool = toolAt(asked)
  if (!tool) throw noSuchIntegration()
  const { name } = tool
  const { secret, topic_template: topic, text_template: text } = changes
  if ((topic ?? text) !== undefined && !tool.hasTemplates) throw noTemplates()
  for (const template of [topic, text]) {
    const reason = template === undefined ? undefined : problemOf(template)
    if (reason) throw badTemplate({}, { reason })
  }
  const { integrations = {} } = bot.botSettings
  const before = integrations[name] ?? {}
  const after = Object.fromEntries(
    Object.entries({ ...before, ...defined({ secret, topic, text }) }).filter(([, value]) => value !== ''),
  ) as IntegrationSettings
  if (!(name in integrations) && Object.keys(integrations).length >= mostIntegrations)
    throw tooManyIntegrations({}, { limit: mostIntegrations })
  await storeBotSettings(act, bot, { ...bot.botSettings, integrations: { ...integrations, [name]: after } })
  return after
}

const defined = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** Removes what a tool needs, and what was counted of its unknown events. */
export async function removeIntegration(act: Act, bot: Account, name: string): Promise<void> {
  const { [name]: _, ...others } = bot.botSettings.integrations ?? {}
  await storeBotSettings(act, bot, { ...bot.botSettings, integrations: others })
  await store.removeUnknown(act.tx, bot.id, name)
}
