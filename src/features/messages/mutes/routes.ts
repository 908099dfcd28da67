import type { ChannelId, UserId } from '#contract'
import { type Context, type Route, serve } from '#platform/serve'
import { readableChannel } from '../../channels/channels/access.ts'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { normalTopic } from '../../channels/channels/topics.ts'
import { subscriptionsCache } from '../../channels/subscriptions/cache.ts'
import { visibilityOf } from '../../people/users/access/index.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { invalidUserId } from '../../people/users/errors.ts'
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

const isOnePlace = ({ stream_id, topic, user_ids }: Named): boolean =>
  user_ids ? stream_id === undefined && topic === undefined : stream_id !== undefined

/** The place named by the parameters, whether or not it exists or the caller can see it. */
function namedPlace({ viewer }: Context, named: Named): Place {
  if (!isOnePlace(named)) throw api.onePlace()
  const { stream_id, topic, user_ids } = named
  if (user_ids) return { kind: 'direct', memberIds: [...new Set([...user_ids, viewer.id])].sort((a, b) => a - b) }
  const channelId = stream_id as ChannelId
  return topic === undefined ? { kind: 'channel', channelId } : { kind: 'topic', channelId, topic: normalTopic(topic) }
}

async function checkPlace(ctx: Context, place: Place): Promise<void> {
  const { org, viewer } = ctx
  if (place.kind === 'direct') {
    const { byId } = org.get(peopleCache)
    const isVisible = visibilityOf(org, viewer)
    for (const id of place.memberIds) if (!byId.has(id) || !isVisible(id)) throw invalidUserId({}, { id })
    return
  }
  const subscriptions = await ctx.fetch(subscriptionsCache, viewer.id)
  readableChannel(ctx, viewer, subscriptions, place.channelId)
  if (place.kind === 'channel' && !subscriptions.isSubscribed(place.channelId)) throw invalidChannelId()
}

export const routes: readonly Route[] = [
  serve(api.getMutes, async ({ read, viewer }) => ({ mutes: await read((tx) => store.list(tx, viewer.id)) })),
  serve(api.mutePlace, async (ctx, { until, ...named }) => {
    const place = namedPlace(ctx, named)
    await checkPlace(ctx, place)
    await ctx.transact((mutation) => mute(mutation, place, until))
    if (until !== undefined) ctx.server.timer.sooner(endingMutes, new Date(until * 1000))
    return {}
  }),
  serve(api.unmutePlace, async (ctx, named) => {
    const place = namedPlace(ctx, named)
    // unmuting works even after losing access
    if (!(await ctx.transact((mutation) => unmute(mutation, place)))) await checkPlace(ctx, place)
    return {}
  }),
]
