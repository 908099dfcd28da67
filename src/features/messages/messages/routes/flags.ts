import type { ChannelId, ConversationId } from '#contract'
import { type Context, quiet, type Route, serve, view } from '#platform/serve'
import { readableChannel } from '../../../channels/channels/access.ts'
import { shownTopic } from '../../../channels/channels/topics.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { readerOf } from '../access/reader.ts'
import { type FlagsUpdated, markConversationRead, markEverythingRead, updateFlags } from '../actions/flags.ts'
import { fromTheFirst } from '../actions/read-muted.ts'
import * as api from '../api/flags.ts'
import { beforeSearch } from '../due/search-words.ts'
import { maxMessagesPerFetch } from '../limits.ts'
import { findRange, parseAnchor, resolveAnchor } from '../narrow/anchor.ts'
import { resolveNarrow } from '../narrow/narrow.ts'
import { parseTerms } from '../narrow/terms.ts'
import { normalTopic } from '../recipient.ts'
import { messageFlags } from '../wire.ts'

/** Throws for unknown flags and those that only the server sets. */
function editableFlag(flag: string): api.EditableFlag {
  const known = api.editableFlags.find((one) => one === flag)
  if (known) return known
  throw (messageFlags as readonly string[]).includes(flag)
    ? api.flagNotEditable({}, { flag })
    : api.noSuchFlag({}, { flag })
}

/** Marking as unread skips channels without a subscription. */
const ignored = (flag: api.EditableFlag, op: api.FlagOperation, { notSubscribed }: FlagsUpdated) =>
  flag === 'read' && op === 'remove' ? { ignored_because_not_subscribed_channels: notSubscribed } : {}

async function readable(ctx: Context, channelId: ChannelId) {
  return readableChannel(ctx, ctx.viewer, await ctx.fetch(subscriptionsCache, ctx.viewer.id), channelId)
}

/** Runs a series of mutations, so that other requests run in between: it may be a million messages. */
async function markAllOf(ctx: Context, conversationId: ConversationId, topic?: string): Promise<void> {
  for (let progress = fromTheFirst; progress.isMore; ) {
    const before = progress
    progress = await ctx.transact((mutation) => markConversationRead(mutation, conversationId, topic, before))
  }
}

export const flagRoutes: readonly Route[] = [
  quiet(
    serve(api.updateMessageFlags, async (ctx, params) => {
      const flag = editableFlag(params.flag)
      const updated = await ctx.transact((mutation) => updateFlags(mutation, params.messages, params.op, flag))
      return { messages: updated.messages, ...ignored(flag, params.op, updated) }
    }),
  ),
  serve(api.updateMessageFlagsForNarrow, async (ctx, params) => {
    const flag = editableFlag(params.flag)
    const anchor = parseAnchor(params)
    const terms = parseTerms(params.narrow)
    await beforeSearch(ctx.org, terms)
    const { found, updated } = await ctx.transact(async (mutation) => {
      const reader = await readerOf(mutation)
      const narrow = await resolveNarrow(mutation.tx, reader, terms)
      const found = await findRange(mutation.tx, narrow, {
        anchor: await resolveAnchor(mutation.tx, reader, terms, narrow, anchor),
        before: Math.min(params.num_before, maxMessagesPerFetch),
        after: Math.min(params.num_after, maxMessagesPerFetch),
        includeAnchor: params.include_anchor,
      })
      return { found, updated: await updateFlags(mutation, [...found.ids], params.op, flag) }
    })
    return {
      processed_count: found.ids.length,
      updated_count: updated.changed,
      first_processed_id: found.ids[0] ?? null,
      last_processed_id: found.ids.at(-1) ?? null,
      found_oldest: found.foundOldest,
      found_newest: found.foundNewest,
      ...ignored(flag, params.op, updated),
    }
  }),
  serve(api.markAllAsRead, async (ctx) => {
    await ctx.transact(markEverythingRead)
    return { complete: true }
  }),
  serve(api.markChannelAsRead, async (ctx, { stream_id }) => {
    const { conversationId } = await readable(ctx, stream_id)
    await markAllOf(ctx, conversationId)
    return {}
  }),
  serve(api.markTopicAsRead, async (ctx, { stream_id, topic_name }) => {
    const { conversationId } = await readable(ctx, stream_id)
    await markAllOf(ctx, conversationId, normalTopic(topic_name))
    return {}
  }),
]

/** Clients without support for the empty topic get a display name for it. */
export const flagsView = view(api.flagsRemoved, (payload, client) => {
  const { message_details } = payload
  if (!message_details || client.can('empty_topic_name')) return payload
  const shown = Object.entries(message_details).map(([id, { topic, ...details }]) => [
    id,
    topic === undefined ? details : { ...details, topic: shownTopic(topic, false) },
  ])
  return { ...payload, message_details: Object.fromEntries(shown) }
})
