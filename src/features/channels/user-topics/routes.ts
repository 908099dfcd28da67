import type { ChannelId } from '#contract'
import { type Context, type Route, serve } from '#platform/serve'
import { readableChannel } from '../channels/access.ts'
import { normalTopic } from '../channels/topics.ts'
import { subscriptionsCache } from '../subscriptions/cache.ts'
import { setOwnTopicPolicy, setTopicPolicy } from './actions.ts'
import * as api from './api.ts'
import { policiesOf } from './store.ts'

const channelOf = async (ctx: Context, idOrName: ChannelId | string) =>
  readableChannel(ctx, ctx.viewer, await ctx.fetch(subscriptionsCache, ctx.viewer.id), idOrName)

export const routes: readonly Route[] = [
  serve(api.updateUserTopic, async (ctx, { stream_id, topic, visibility_policy }) => {
    const channel = await channelOf(ctx, stream_id)
    const name = normalTopic(topic)
    await ctx.transact((mutation) => setOwnTopicPolicy(mutation, channel.id, name, visibility_policy))
    return {}
  }),
  serve(api.muteTopic, async (ctx, { stream_id, stream, topic, op }) => {
    if ((stream_id === undefined) === (stream === undefined)) throw api.oneChannel()
    const channel = await channelOf(ctx, stream_id ?? (stream as string))
    const name = normalTopic(topic)
    const people = [ctx.viewer.id]
    await ctx.transact(async (mutation) => {
      if (op === 'add') return setOwnTopicPolicy(mutation, channel.id, name, api.policies.muted)
      const now = (await policiesOf(mutation.tx, people, channel.id, name)).get(ctx.viewer.id)
      // compat: ending what is not muted is fine, and must not end a topic's being followed
      if (now === api.policies.muted) await setTopicPolicy(mutation, people, channel.id, name, api.policies.none)
    })
    return {}
  }),
]
