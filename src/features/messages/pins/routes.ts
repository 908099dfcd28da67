import { type Route, serve } from '#platform/serve'
import { readableChannel } from '../../channels/channels/access.ts'
import { readerOf } from '../messages/access/reader.ts'
import { pinMessage, pinTopic, unpinMessage, unpinTopic } from './actions/pin.ts'
import * as api from './api.ts'
import { ownChannels, pinsOf } from './serialize.ts'

export const routes: readonly Route[] = [
  serve(api.pinTopic, async (ctx, place) => {
    await ctx.transact((mutation) => pinTopic(mutation, place))
    return {}
  }),
  serve(api.unpinTopic, async (ctx, place) => {
    await ctx.transact((mutation) => unpinTopic(mutation, place))
    return {}
  }),
  serve(api.pinMessage, async (ctx, { message_id, for_everyone }) => {
    await ctx.transact((mutation) => pinMessage(mutation, message_id, for_everyone))
    return {}
  }),
  serve(api.unpinMessage, async (ctx, { message_id, for_everyone }) => {
    await ctx.transact((mutation) => unpinMessage(mutation, message_id, for_everyone))
    return {}
  }),
  serve(api.getPins, async (ctx, { stream_id }) => {
    const { subscriptions } = await readerOf(ctx)
    const channel = stream_id === undefined ? undefined : readableChannel(ctx, ctx.viewer, subscriptions, stream_id)
    const channelIds = channel ? [channel.id] : ownChannels(ctx.org, ctx.viewer)
    return ctx.read((tx) => pinsOf(tx, ctx.viewer, channelIds))
  }),
]
