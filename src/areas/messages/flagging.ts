import type { View } from '#platform/events'
import { type Context, type Route, serve } from '#platform/serve'
import { readableChannel } from '../channels/access.ts'
import { subscriptionsMirror } from '../subscriptions/mirror.ts'
import { markConversationRead, markEverythingRead, updateFlags } from './actions/flags.ts'
import * as api from './api/flags.ts'
import { normalTopic } from './recipients.ts'
import { messageFlags, shownTopic } from './wire.ts'

/** Throws for a flag that does not exist, or that the server alone sets. */
export function editableFlag(flag: string): api.EditableFlag {
  const known = api.editableFlags.find((one) => one === flag)
  if (known) return known
  throw (messageFlags as readonly string[]).includes(flag)
    ? api.flagNotEditable({}, { flag })
    : api.noSuchFlag({}, { flag })
}

async function readable(ctx: Context, channelId: number) {
  return readableChannel(ctx, ctx.viewer, await ctx.fetch(subscriptionsMirror, ctx.viewer.id), channelId)
}

export const flagRoutes: readonly Route[] = [
  serve(api.updateMessageFlags, async (ctx, params) => {
    const flag = editableFlag(params.flag)
    const { messages, notSubscribed } = await ctx.write((act) => updateFlags(act, params.messages, params.op, flag))
    const isUnreading = flag === 'read' && params.op === 'remove'
    return { messages, ...(isUnreading ? { ignored_because_not_subscribed_channels: notSubscribed } : {}) }
  }),
  serve(api.markAllAsRead, async (ctx) => {
    await ctx.write(markEverythingRead)
    return { complete: true }
  }),
  serve(api.markChannelAsRead, async (ctx, { stream_id }) => {
    const { conversationId } = await readable(ctx, stream_id)
    await ctx.write((act) => markConversationRead(act, conversationId))
    return {}
  }),
  serve(api.markTopicAsRead, async (ctx, { stream_id, topic_name }) => {
    const { conversationId } = await readable(ctx, stream_id)
    const topic = normalTopic(topic_name)
    await ctx.write((act) => markConversationRead(act, conversationId, topic))
    return {}
  }),
]

/** Clients that know no empty topic are told a name for it. */
export const flagsView: View = (payload, client) => {
  const { message_details } = payload as { message_details?: Record<string, api.MessageDetails> }
  if (!message_details || client.can('empty_topic_name')) return payload
  const shown = Object.entries(message_details).map(([id, { topic, ...details }]) => [
    id,
    topic === undefined ? details : { ...details, topic: shownTopic(topic, false) },
  ])
  return { ...payload, message_details: Object.fromEntries(shown) }
}
