import type { ChannelId, UserId } from '#contract'
import { type Context, type Route, serve } from '#platform/serve'
import { readableChannel } from '../channels/access.ts'
import { invalidChannelId } from '../channels/errors.ts'
import { normalTopic } from '../channels/topics.ts'
import { peopleOf } from '../messages/recipient.ts'
import { subscriptionsMirror } from '../subscriptions/mirror.ts'
import { ownAccount } from '../user-settings/access.ts'
import { mute, unmute } from './actions.ts'
import * as api from './api.ts'
import { endingMutes } from './due.ts'
import type { Place } from './place.ts'
import * as store from './store.ts'

interface Named {
  stream_id?: ChannelId | undefined
  topic?: string | undefined
  user_ids?: UserId[] | undefined
}

/** A place that the caller may know of. */
async function placeIn(ctx: Context, { stream_id, topic, user_ids }: Named): Promise<Place> {
  const { org, viewer } = ctx
  if ((stream_id === undefined) === (user_ids === undefined)) throw api.onePlace()
  if (user_ids) {
    if (topic !== undefined) throw api.onePlace()
    const people = peopleOf(org, user_ids.length > 0 ? user_ids : [viewer.id], ownAccount(org, viewer))
    return { kind: 'direct', memberIds: people.map(({ id }) => id) }
  }
  const subscriptions = await ctx.fetch(subscriptionsMirror, viewer.id)
  const { id: channelId } = readableChannel(ctx, viewer, subscriptions, stream_id as ChannelId)
  if (topic !== undefined) return { kind: 'topic', channelId, topic: normalTopic(topic) }
  if (!subscriptions.isSubscribed(channelId)) throw invalidChannelId()
  return { kind: 'channel', channelId }
}

export const routes: readonly Route[] = [
  serve(api.getMutes, async ({ read, viewer }) => ({ mutes: await read((tx) => store.list(tx, viewer.id)) })),
  serve(api.mutePlace, async (ctx, { until, ...named }) => {
    const place = await placeIn(ctx, named)
    await ctx.write((act) => mute(act, place, until))
    if (until !== undefined) ctx.server.timer.sooner(endingMutes, new Date(until * 1000))
    return {}
  }),
  serve(api.unmutePlace, async (ctx, named) => {
    const place = await placeIn(ctx, named)
    await ctx.write((act) => unmute(act, place))
    return {}
  }),
]
