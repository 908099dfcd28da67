import { type Route, serve } from '#platform/serve'
import { readableChannel } from '../../../channels/channels/access.ts'
import { readerOf } from '../access/reader.ts'
import { lockTopic, unlockTopic } from './actions.ts'
import * as api from './api.ts'
import { lockEndings } from './due.ts'
import { locksOf } from './serialize.ts'
import { toWire } from './store.ts'

export const topicLockRoutes: readonly Route[] = [
  serve(api.getTopicLocks, async (ctx, { stream_id }) => {
    const { subscriptions } = await readerOf(ctx)
    const channel = readableChannel(ctx, ctx.viewer, subscriptions, stream_id)
    return { topic_locks: locksOf(ctx.org, [channel.id]) }
  }),
  serve(api.lockTopic, async (ctx, wanted) => {
    const lock = await ctx.transact((mutation) => lockTopic(mutation, wanted))
    if (lock.due_at) ctx.server.timer.sooner(lockEndings, lock.due_at)
    return { topic_lock: toWire(lock) }
  }),
  serve(api.unlockTopic, async (ctx, { stream_id, topic }) => {
    await ctx.transact((mutation) => unlockTopic(mutation, stream_id, topic))
    return {}
  }),
]
