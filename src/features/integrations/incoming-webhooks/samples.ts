import { queueKeyOf } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import type { Account } from '../../people/users/account.ts'
import type { FromOutside } from './actions/send.ts'
import { noSuchIntegration, noSuchSample } from './api.ts'
import { jsonMessage } from './json-message.ts'
import { slackMessage } from './slack-message.ts'
import { toolAt } from './tools/catalogue.ts'
import { clientOf, messageOf } from './tools/message.ts'

export type Sample = FromOutside

const slack = {
  text: 'A test of the webhook',
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: 'A test of the webhook' } },
    {
      type: 'section',
      text: { type: 'mrkdwn', text: '*It works*: messages posted to this URL look like this.' },
    },
  ],
}

const fixed: ReadonlyMap<string, Sample> = new Map([
  ['json', { content: jsonMessage({ test: true, text: 'It works' }), client: 'JsonWebhook', integration: 'json' }],
  ['slack_incoming', { content: slackMessage(slack), client: 'SlackIncomingWebhook', integration: 'slack_incoming' }],
])

/** A format of programs in general, not of a tool. */
export const isPlainFormat = (name: string): boolean => fixed.has(name)

/** The sample with this name, else the first. */
export async function sampleOf(
  org: Organization,
  bot: Account,
  integration: string,
  name: string | undefined,
): Promise<Sample> {
  const one = fixed.get(integration)
  if (one) return one
  const tool = toolAt(integration)
  if (!tool) throw noSuchIntegration()
  const { default: all } = await tool.samples()
  const sample = name === undefined ? Object.values(all)[0] : Object.hasOwn(all, name) ? all[name] : undefined
  if (!sample) throw noSuchSample()
  const { headers = {}, payload } = sample
  const header = (key: string) => headers[key] ?? ''
  const { content, topic, thread, event } = await messageOf(tool, {
    payload,
    header,
    settings: bot.botSettings.integrations?.[tool.name],
    queueKey: queueKeyOf(org.id, bot.id),
  })
  return { content, topic, thread, event, client: clientOf(tool), integration: tool.name }
}
