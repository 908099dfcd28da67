import { apiError, endpoint, json, maxLookupLength, state, text, z } from '#contract'
import { maxWrittenTopicLength } from '../channels/limits.ts'
import { sendMessage } from '../messages/api/send.ts'

export const nothingToShow = apiError(400, 'BAD_REQUEST', 'The payload holds no text, blocks or attachments to show')
export const noOwner = apiError(400, 'BAD_REQUEST', 'The bot has no owner to write to: name a channel by `stream`')
export const badPayload = apiError(400, 'BAD_REQUEST', 'Invalid payload: {reason}')

/** Where the message goes: a channel, by id or name, and a topic; without a channel to the bot's owner. */
const place = {
  /** Says who the bot is; taken from the query only. */
  api_key: text({ max: 200 }),
  stream: text({ max: maxLookupLength }).optional(),
  topic: text({ max: maxWrittenTopicLength }).optional(),
}
const payload = json({ maxEncoded: 4 * 2 ** 20 })
const errors = [...sendMessage.errors, noOwner, badPayload]

export const sendSlackMessage = endpoint('POST /external/slack_incoming', {
  summary: "Send a message in the format of Slack's incoming webhooks; the answer is the text `ok`",
  caller: 'webhook',
  bodyParam: 'payload',
  params: { ...place, payload },
  errors: [...errors, nothingToShow],
})

export const sendJson = endpoint('POST /external/json', {
  summary: 'Send any JSON as a message that shows it',
  caller: 'webhook',
  bodyParam: 'payload',
  params: { ...place, payload },
  errors,
})

const IncomingWebhook = z.object({
  name: z.string(),
  display_name: z.string(),
  all_event_types: z.array(z.string()).nullable(),
  config_options: z.array(z.unknown()),
  url_options: z.array(z.object({ key: z.string(), label: z.string(), input_type: z.string() })),
})

/** What clients offer for incoming webhook bots: the last part of an address, and what else can be in its query. */
export const realmIncomingWebhookBots = state('realm_incoming_webhook_bots', z.array(IncomingWebhook))
