import { type UserId, z } from '#contract'
import { type Context, type Route, serve } from '#platform/serve'
import { knownUser } from '../../people/users/access/index.ts'
import { canSeeChannel, visibleChannel } from '../channels/access.ts'
import { channelsCache } from '../channels/cache.ts'
import type { Channel } from '../channels/channel.ts'
import { channelNameTaken } from '../channels/errors.ts'
import { newChannelSettings } from '../channels/input.ts'
import { renderChannelDescription } from '../channels/rendered-description.ts'
import { membershipsOf, subscribersCache } from '../channels/subscribers-cache.ts'
import { principalsOf } from './access.ts'
import { type Joined, joinChannels } from './actions/join.ts'
import { leaveChannels } from './actions/leave.ts'
import { updateProperties } from './actions/properties.ts'
import * as api from './api.ts'
import { subscriptionListsOf } from './serialize/lists.ts'

const namesByPerson = (channels: ReadonlyMap<UserId, readonly Channel[]>): Record<string, string[]> =>
  Object.fromEntries([...channels].map(([userId, list]) => [userId, list.map(({ name }) => name)]))

const joinedFields = ({ added, already }: Joined) => ({
  subscribed: namesByPerson(added),
  already_subscribed: namesByPerson(already),
})

const namesOf = (channels: ReadonlyMap<UserId, readonly Channel[]>): string[] => [
  ...new Set([...channels.values()].flat().map(({ name }) => name)),
]

/** Adds the HTML of new channels' descriptions, because mutations don't render. */
function described<C extends { name: string; description?: string | undefined }>(
  { org, get }: Context,
  wanted: readonly C[],
): Promise<(C & { renderedDescription: string })[]> {
  const channels = get(channelsCache)
  return Promise.all(
    wanted.map(async (one) => {
      const text = channels.named(one.name) ? '' : (one.description ?? '')
      return { ...one, renderedDescription: await renderChannelDescription(org, text) }
    }),
  )
}

const noSettings = z.object(newChannelSettings).parse({})

export const routes: readonly Route[] = [
  serve(api.subscribeToChannels, async (ctx, params) => {
    const channels = await described(ctx, params.subscriptions)
    return ctx.transact(async (mutation) => {
      const { subscriptions: _, principals, authorization_errors_fatal, announce, ...settings } = params
      const joined = await joinChannels(mutation, {
        parameter: 'subscriptions',
        channels,
        people: principalsOf(mutation, principals),
        announce,
        sendMessages: params.send_new_subscription_messages,
        authorizationErrorsFatal: authorization_errors_fatal,
        settings,
      })
      return {
        ...joinedFields(joined),
        ...(authorization_errors_fatal ? {} : { unauthorized: joined.unauthorized }),
        ...(params.send_new_subscription_messages ? { new_subscription_messages_sent: joined.messagesSent } : {}),
      }
    })
  }),
  serve(api.createChannel, async (ctx, params) => {
    const channels = await described(ctx, [{ name: params.name, description: params.description }])
    return ctx.transact(async (mutation) => {
      const { name, description: _, subscribers, announce, send_new_subscription_messages, ...settings } = params
      if (mutation.get(channelsCache).named(name)) throw channelNameTaken({}, { name })
      const { created } = await joinChannels(mutation, {
        parameter: 'name',
        channels,
        people: principalsOf(mutation, subscribers),
        announce,
        sendMessages: send_new_subscription_messages,
        authorizationErrorsFatal: true,
        settings,
      })
      return { id: (created[0] as Channel).id }
    })
  }),
  serve(api.unsubscribeFromChannels, (ctx, { subscriptions, principals }) =>
    ctx.transact(async (mutation) => {
      const people = principalsOf(mutation, principals)
      const { removed, notRemoved } = await leaveChannels(mutation, subscriptions, people)
      return { removed: namesOf(removed), not_removed: namesOf(notRemoved) }
    }),
  ),
  serve(api.updateSubscriptions, async (ctx, params) => {
    const channels = await described(ctx, params.add)
    return ctx.transact(async (mutation) => {
      if (params.add.length === 0 && params.delete.length === 0) throw api.nothingToDo()
      const people = principalsOf(mutation, undefined)
      const { removed, notRemoved } = await leaveChannels(mutation, params.delete, people)
      const joined = await joinChannels(mutation, {
        parameter: 'add',
        channels,
        people,
        announce: false,
        sendMessages: false,
        authorizationErrorsFatal: true,
        settings: noSettings,
      })
      return { ...joinedFields(joined), removed: namesOf(removed), not_removed: namesOf(notRemoved) }
    })
  }),
  serve(api.getSubscriptions, async ({ org, viewer, read }, { include_subscribers }) => {
    const include = String(include_subscribers) as 'true' | 'false' | 'partial'
    const { subscriptions } = await read((tx) => subscriptionListsOf(tx, org, viewer, { include, archived: false }))
    return { subscriptions }
  }),
  serve(api.updateSubscriptionProperties, async (ctx, { subscription_data }) => {
    await ctx.transact((mutation) => updateProperties(mutation, subscription_data))
    return {}
  }),
  serve(api.updateSubscriptionProperty, async (ctx, change) => {
    await ctx.transact((mutation) => updateProperties(mutation, [change]))
    return {}
  }),
  serve(api.getSubscriptionStatus, ({ org, viewer }, { user_id, stream_id }) => {
    const { id } = knownUser(org, user_id, viewer)
    const channel = visibleChannel(org, viewer, membershipsOf(org, viewer.id), stream_id)
    return { is_subscribed: membershipsOf(org, id).isSubscribed(channel.id) }
  }),
  serve(api.getUserChannels, ({ org, viewer }, { user_id }) => {
    const { id } = knownUser(org, user_id, viewer)
    const mine = membershipsOf(org, viewer.id)
    const theirs = membershipsOf(org, id)
    const channels = org.get(channelsCache).inOrder()
    const shared = channels.filter(
      (channel) => theirs.isSubscribed(channel.id) && canSeeChannel(viewer, channel, mine.isSubscribed(channel.id)),
    )
    return { subscribed_channel_ids: shared.map((channel) => channel.id) }
  }),
  serve(api.getSubscribers, ({ org, viewer }, { stream_id }) => {
    const { id } = visibleChannel(org, viewer, membershipsOf(org, viewer.id), stream_id)
    return { subscribers: org.get(subscribersCache).list(id) }
  }),
]
