import { botTypes, isAdministrator, reason, seconds } from '#contract'
import { queueKeyOf } from '#platform/fair-queues'
import { PlainText, type Route, serve } from '#platform/serve'
import { visibleChannel } from '../../channels/channels/access.ts'
import { readerOf } from '../../messages/messages/access/reader.ts'
import { composeText } from '../../messages/messages/actions/compose.ts'
import { theRest } from '../../messages/messages/shortened-text.ts'
import type { BotSettings } from '../../people/users/account.ts'
import { administeredBot } from '../../people/users/actions/index.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { postSample, sendFromOutside } from './actions/send.ts'
import { checkTemplates, removeIntegration, setIntegration } from './actions/settings.ts'
import { sayOfTool, toolOf } from './actions/tool.ts'
import * as api from './api.ts'
import { jsonMessage } from './json-message.ts'
import { sampleOf } from './samples.ts'
import { integrations } from './serialize.ts'
import { shortened } from './shortened-text.ts'
import { slackMessage } from './slack-message.ts'
import { SlackPayload } from './slack-payload.ts'
import * as store from './store.ts'
import { tryTemplates } from './tools/generic/generic.ts'

export const routes: readonly Route[] = [
  serve(api.sendSlackMessage, async (ctx, { payload, ...place }) => {
    const short = shortened(payload)
    const parsed = SlackPayload.safeParse(short.payload)
    if (!parsed.success) throw api.badPayload({}, { reason: reason(parsed.error) })
    const content = slackMessage(parsed.data)
    if (content === '') throw api.nothingToShow()
    await sendFromOutside(ctx, place, {
      content: short.isCut ? content + theRest(ctx.org.language) : content,
      client: 'SlackIncomingWebhook',
      integration: 'slack_incoming',
    })
    // compat: some senders take anything but Slack's own answer for a failure
    return new PlainText('ok')
  }),
  serve(api.sendJson, async (ctx, { payload, ...place }) => {
    const what = { content: jsonMessage(payload), client: 'JsonWebhook', integration: 'json' }
    await sendFromOutside(ctx, place, what)
    return {}
  }),
  serve(api.postFromTool, async (ctx, given) => {
    const { headers, fields } = await sayOfTool(ctx, given)
    return headers ? new PlainText('', headers) : { ...fields }
  }),
  serve(api.askTool, async (_ctx, { integration }) => {
    if (!toolOf(integration).answersGet) throw api.postsOnly()
    return {}
  }),
  serve(api.getChannelWebhooks, async (ctx, { stream_id }) => {
    const { org, viewer, subscriptions } = await readerOf(ctx)
    const channel = visibleChannel(org, viewer, subscriptions, stream_id)
    const people = org.get(peopleCache)
    const mine = (isAdministrator(viewer) ? people.all() : people.botsOf(viewer.id)).filter(
      ({ botType, isActive }) => botType === botTypes.incomingWebhook && isActive,
    )
    const ids = mine.map(({ id }) => id)
    const usual = new Set(
      mine.filter(({ botSettings }) => channelsOf(botSettings).includes(channel.id)).map(({ id }) => id),
    )
    const posts = await ctx.read((tx) => store.postsOf(tx, channel.conversationId, ids))
    return {
      incoming_webhooks: posts
        .filter(({ bot_id, first_at }) => first_at !== null || usual.has(bot_id))
        .map(({ bot_id, first_at, last_at }) => ({
          bot_id,
          posts_since: first_at && seconds(first_at),
          posted_last: last_at && seconds(last_at),
        })),
    }
  }),
  serve(api.getIntegrations, async () => ({ integrations: await integrations() })),
  serve(api.testIncomingWebhook, async (ctx, { bot_id, integration, sample, ...place }) => {
    const bot = administeredBot(ctx, ctx.viewer, bot_id)
    return { message_id: await postSample(ctx.org, bot, place, await sampleOf(ctx.org, bot, integration, sample)) }
  }),
  serve(api.getBotIntegrations, async (ctx, { bot_id }) => {
    const bot = administeredBot(ctx, ctx.viewer, bot_id)
    const rows = await ctx.read((tx) => store.listUnknown(tx, bot.id))
    return {
      unknown_events: rows.map(({ integration, event, count, last_at }) => ({
        ...{ integration, event, count, last_at: seconds(last_at) },
      })),
    }
  }),
  serve(api.setBotIntegration, async (ctx, { bot_id, integration, ...changes }) => {
    administeredBot(ctx, ctx.viewer, bot_id)
    await checkTemplates(queueKeyOf(ctx.org.id, ctx.viewer.id), changes)
    if (typeof changes.stream_id === 'number') {
      const { org, viewer, subscriptions } = await readerOf(ctx)
      visibleChannel(org, viewer, subscriptions, changes.stream_id)
    }
    const settings = await ctx.transact((mutation) =>
      setIntegration(mutation, administeredBot(ctx, mutation.viewer, bot_id), integration, changes),
    )
    return { has_secret: settings.sealed !== undefined }
  }),
  serve(api.removeBotIntegration, async (ctx, { bot_id, integration }) => {
    await ctx.transact((mutation) =>
      removeIntegration(mutation, administeredBot(ctx, mutation.viewer, bot_id), integration),
    )
    return {}
  }),
  serve(api.previewTemplate, async (ctx, { topic_template: topic, text_template: text, payload }) => {
    const made = await tryTemplates(queueKeyOf(ctx.org.id, ctx.viewer.id), { topic, text }, payload)
    if ('problem' in made) throw api.badTemplate({}, { reason: made.problem })
    const rendered = made.content === '' ? '' : (await composeText(ctx, made.content)).rendered.html
    return { ...made, rendered }
  }),
]

/** Channels in which the bot posts without being told by a URL. */
const channelsOf = ({ integrations = {} }: BotSettings): unknown[] =>
  Object.values(integrations).map(({ usual }) => usual?.channelId)
