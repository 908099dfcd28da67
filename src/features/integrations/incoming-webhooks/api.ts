import {
  apiError,
  asEither,
  bool,
  ChannelId,
  endpoint,
  int,
  json,
  list,
  MessageIdOut,
  maxLookupLength,
  state,
  text,
  UserId,
  UserIdOut,
  z,
} from '#contract'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { maxWrittenTopicLength } from '../../channels/channels/limits.ts'
import { sendMessage } from '../../messages/messages/api/send.ts'
import { noSuchBot } from '../../people/users/errors.ts'
import { setupKinds } from './setup-steps.ts'

export const nothingToShow = apiError(400, 'BAD_REQUEST', 'The payload holds no text, blocks or attachments to show')
export const noOwner = apiError(400, 'BAD_REQUEST', 'The bot has no owner to message. Specify a channel with `stream`')
export const badPayload = apiError(400, 'BAD_REQUEST', 'Invalid payload: {reason}')
export const noSuchIntegration = apiError(400, 'BAD_REQUEST', 'Integration does not exist')
export const postsOnly = apiError(400, 'BAD_REQUEST', 'Send the payload to this URL with POST')
export const noSignature = apiError(401, 'INVALID_SIGNATURE', 'The request is not signed: {expected}')
export const wrongSignature = apiError(401, 'INVALID_SIGNATURE', 'The signature or secret is wrong: {expected}')
export const unreadableSecret = apiError(
  401,
  'INVALID_SIGNATURE',
  "This integration's secret can no longer be read. Set it again",
)
export const staleSignature = apiError(
  401,
  'INVALID_SIGNATURE',
  'The signature timestamp is more than five minutes off',
)

/** Destination: a channel, by id or name, and a topic; without a channel, the bot's owner. */
const place = {
  /** Authenticates the bot; only from the query. */
  api_key: text({ max: 200 }),
  stream: text({ max: maxLookupLength }).optional(),
  topic: text({ max: maxWrittenTopicLength }).optional(),
}
/** GitHub's largest push, with 2,048 commits, has about 60,000 values. */
export const maxPayloadValues = 75_000
const payload = json({ maxEncoded: 4 * 2 ** 20, maxValues: maxPayloadValues })
const errors = [...sendMessage.errors, noOwner, badPayload]

export const sendSlackMessage = endpoint('POST /external/slack_incoming', {
  summary: "Send a message in the format of Slack's incoming webhooks; responds with the text `ok`",
  caller: 'webhook',
  bodyParam: 'payload',
  params: { ...place, payload },
  errors: [...errors, nothingToShow],
})

export const sendJson = endpoint('POST /external/json', {
  summary: 'Send any JSON as a message',
  caller: 'webhook',
  bodyParam: 'payload',
  params: { ...place, payload },
  errors,
})

const integration = text({ min: 1, max: 60 })
const name = text({ max: 200 })
/** Comma-separated or a JSON list; `*` is a wildcard. */
const maxNames = 100
const names = asEither(
  z.union([
    list(name, { max: maxNames }),
    text({ max: 5_000 }).transform((written) =>
      written
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    ),
  ]),
)

export const postFromTool = endpoint('POST /external/{integration}', {
  summary: "Post an event from a tool in the tool's own webhook format",
  caller: 'webhook',
  bodyParam: 'payload',
  keepsBody: true,
  params: {
    integration,
    ...place,
    /** Events to send or to leave out, by their names in `GET /integrations`. */
    only_events: names.optional(),
    exclude_events: names.optional(),
    /** For code hosting: limit commits to these branches. */
    branches: names.optional(),
    payload: payload.optional(),
  },
  /** The bot, if that's all a post asks about, as Zapier does when it connects. */
  result: { full_name: z.string().optional(), email: z.string().optional(), id: UserIdOut.optional() },
  errors: [...errors, noSuchIntegration, noSignature, wrongSignature, staleSignature, unreadableSecret],
})

export const askTool = endpoint('GET /external/{integration}', {
  summary: 'Respond to the verification request of a tool',
  caller: 'webhook',
  params: { integration, ...place },
  errors: [noSuchIntegration, postsOnly],
})

const Integration = z.object({
  /** The last part of its URL. */
  name: z.string(),
  display_name: z.string(),
  category: z.string(),
  /** A short name of the category. */
  category_key: z.string(),
  setup: z.string(),
  /** The same by step. `code` contains WEBHOOK_URL instead of the URL. */
  setup_steps: z.array(z.object({ kind: z.enum(setupKinds), text: z.string(), code: z.string() })),
  /** The tool's own documentation of its webhooks. */
  documentation: z.string(),
  verification: z.string(),
  events: z.array(z.object({ name: z.string(), description: z.string() })),
  samples: z.array(z.string()),
})
export type Integration = z.infer<typeof Integration>

export const getIntegrations = endpoint('GET /integrations', {
  summary: 'Get all integrations and their events',
  result: { integrations: z.array(Integration) },
})

export const notIncoming = apiError(400, 'BAD_REQUEST', 'This bot is not an active incoming webhook')
export const testedTooOften = apiError(400, 'TESTED_TOO_OFTEN', 'You can test a webhook ten times per minute')
export const noSuchSample = apiError(400, 'BAD_REQUEST', 'Sample does not exist for this integration')

export const testIncomingWebhook = endpoint('POST /bots/{bot_id}/test_post', {
  summary: 'Post a sample with an incoming webhook bot',
  contributes: true,
  params: {
    bot_id: UserId,
    /** The name of one of `realm_incoming_webhook_bots`. */
    integration: integration.default('slack_incoming'),
    /** A sample of the integration; defaults to the first. */
    sample: name.optional(),
    stream: place.stream,
    topic: place.topic,
  },
  result: { message_id: MessageIdOut },
  errors: [...sendMessage.errors, noSuchBot, noOwner, notIncoming, testedTooOften, noSuchIntegration, noSuchSample],
})

/** In characters: a public key of 8192 bits has 1,500. */
export const maxSecret = 2_000
/** In characters. */
export const maxTemplate = { topic: 1_000, text: 10_000 }
const topicTemplate = text({ max: maxTemplate.topic })
const textTemplate = text({ max: maxTemplate.text })
export const badTemplate = apiError(400, 'BAD_TEMPLATE', 'Invalid template: {reason}')
export const badSecret = apiError(400, 'BAD_SECRET', 'Invalid secret: {reason}')
export const noSecrets = apiError(400, 'BAD_REQUEST', 'Programs that post to this URL have no secret')
export const noTemplates = apiError(400, 'BAD_REQUEST', 'Only the generic integration has templates')
export const tooManyIntegrations = apiError(
  400,
  'BAD_REQUEST',
  'A bot can have settings for up to {limit} integrations',
)

export const getBotIntegrations = endpoint('GET /bots/{bot_id}/integrations', {
  summary: "Get a bot's integrations and the unknown events they received",
  params: { bot_id: UserId },
  result: {
    unknown_events: z.array(z.object({ integration: z.string(), event: z.string(), count: int, last_at: int })),
  },
  errors: [noSuchBot],
})

export const setBotIntegration = endpoint('PUT /bots/{bot_id}/integrations/{integration}', {
  summary: "Update a bot's settings for an integration: destination, events, signing secret, and templates",
  audited: true,
  params: {
    bot_id: UserId,
    integration,
    /** If the tool signs with its own key: its public key, as PEM. Empty: don't require signatures. */
    secret: text({ trim: true, max: maxSecret }).optional(),
    topic_template: topicTemplate.optional(),
    text_template: textTemplate.optional(),
    /** The channel if the URL has none; null: a direct message to the bot's owner. */
    stream_id: ChannelId.nullable().optional(),
    /** The topic if neither it nor the channel is in the URL; empty: the tool's own. */
    topic: text({ trim: true, max: maxWrittenTopicLength }).optional(),
    /** Events to leave out if the URL names none. */
    exclude_events: list(name, { max: maxNames }).optional(),
    /** Branches to post about if the URL has none; empty: all. */
    branches: list(name, { max: maxNames }).optional(),
  },
  result: { has_secret: bool },
  errors: [
    ...[noSuchBot, noSuchIntegration, noSecrets, noTemplates, badTemplate, badSecret, tooManyIntegrations],
    invalidChannelId,
  ],
})

export const removeBotIntegration = endpoint('DELETE /bots/{bot_id}/integrations/{integration}', {
  summary: "Delete a bot's settings for an integration",
  audited: true,
  params: { bot_id: UserId, integration },
  errors: [noSuchBot],
})

export const previewTemplate = endpoint('POST /integrations/generic/preview', {
  summary: 'Preview templates of the generic integration',
  scope: 'read',
  caller: 'member',
  params: { topic_template: topicTemplate.default(''), text_template: textTemplate, payload },
  result: { topic: z.string(), content: z.string(), rendered: z.string() },
  errors: [badTemplate],
})

/** A bot that has posted in a channel, or does by default. */
export const ChannelWebhook = z.object({
  bot_id: UserIdOut,
  /** UNIX seconds of its first existing message; null if there is none. */
  posts_since: int.nullable(),
  posted_last: int.nullable(),
})
export type ChannelWebhook = z.infer<typeof ChannelWebhook>

export const getChannelWebhooks = endpoint('GET /streams/{stream_id}/incoming_webhooks', {
  summary: 'Get the incoming webhook bots of a channel: all for administrators, otherwise your own',
  params: { stream_id: ChannelId },
  result: { incoming_webhooks: z.array(ChannelWebhook) },
  errors: [invalidChannelId],
})

const IncomingWebhook = z.object({
  name: z.string(),
  display_name: z.string(),
  all_event_types: z.array(z.string()).nullable(),
  config_options: z.array(z.unknown()),
  url_options: z.array(z.object({ key: z.string(), label: z.string(), input_type: z.string() })),
})

/** Integrations that clients offer for incoming webhook bots: the last part of a URL, and its query parameters. */
export const realmIncomingWebhookBots = state('realm_incoming_webhook_bots', z.array(IncomingWebhook))
