import {
  asUserId,
  bool,
  ChannelIdOut,
  event,
  GroupSettingValue,
  int,
  serverEvent,
  state,
  UserIdOut,
  z,
} from '#contract'
import { withoutMember } from '../../people/groups/setting-errors.ts'
import { userUpdated } from '../../people/users/states.ts'
import { ChannelObject, channelPermissionNames, Subscription } from './wire.ts'

/** Sent to people who can see the channel from now on. Its subscribers come separately. */
export const channelAdded = event('stream', 'create', { streams: z.array(ChannelObject) })
export const channelRemoved = event('stream', 'delete', {
  streams: z.array(z.object({ stream_id: ChannelIdOut })),
  stream_ids: z.array(ChannelIdOut),
})
export const channelUpdated = event('stream', 'update', {
  stream_id: ChannelIdOut,
  name: z.string(),
  property: z.string(),
  value: z.union([GroupSettingValue, z.string(), bool, z.null()]),
  rendered_description: z.string().optional(),
  history_public_to_subscribers: bool.optional(),
  is_web_public: bool.optional(),
})
/** The channel's email addresses are revoked: clients that show one must fetch it again. */
export const channelEmailReset = event('channel_email', 'reset', { stream_id: ChannelIdOut })
/** A change that clients get no event about. */
export const channelChanged = serverEvent('channel', 'changed', { stream_id: ChannelIdOut })
export const channelsMeasured = serverEvent('channel', 'measured', { stream_ids: z.array(ChannelIdOut) })

export const defaultChannelsChanged = event('default_streams', null, { default_streams: z.array(int) })

/** Sent to people whose subscriptions changed. */
export const subscribed = event('subscription', 'add', { subscriptions: z.array(Subscription) })
export const unsubscribed = event('subscription', 'remove', {
  subscriptions: z.array(z.object({ stream_id: ChannelIdOut, name: z.string() })),
})
export const subscriptionUpdated = event('subscription', 'update', {
  stream_id: ChannelIdOut,
  property: z.string(),
  value: z.union([z.string(), bool]),
})
/** Sent to others who can see them. */
export const peersAdded = event('subscription', 'peer_add', {
  stream_ids: z.array(ChannelIdOut),
  user_ids: z.array(UserIdOut),
})
export const peersRemoved = event('subscription', 'peer_remove', {
  stream_ids: z.array(ChannelIdOut),
  user_ids: z.array(UserIdOut),
})

interface Shown {
  stream_id: number
}

/** Sorted by id, without duplicates. */
export const put = <C extends Shown>(list: readonly C[], items: readonly C[]): C[] => {
  const ids = new Set(items.map(({ stream_id }) => stream_id))
  return [...list.filter(({ stream_id }) => !ids.has(stream_id)), ...items].sort((a, b) => a.stream_id - b.stream_id)
}

export const drop = <C extends Shown>(list: readonly C[], ids: readonly number[]): C[] =>
  list.filter(({ stream_id }) => !ids.includes(stream_id))

export const change = <C extends Shown>(list: readonly C[], ids: readonly number[], how: (item: C) => C): C[] =>
  list.map((item) => (ids.includes(item.stream_id) ? how(item) : item))

export function updatedFields(event: z.output<z.ZodObject<typeof channelUpdated.payload>>): Record<string, unknown> {
  const { property, value, rendered_description, history_public_to_subscribers, is_web_public } = event
  const fields: Record<string, unknown> = { [property]: value }
  if (rendered_description !== undefined) fields.rendered_description = rendered_description
  if (history_public_to_subscribers !== undefined) fields.history_public_to_subscribers = history_public_to_subscribers
  if (is_web_public !== undefined) fields.is_web_public = is_web_public
  if (property === 'stream_post_policy') fields.is_announcement_only = value === 2
  return fields
}

export function forgetMember<C extends ChannelObject>(channel: C, userId: number): C {
  const changed = { ...channel }
  for (const name of channelPermissionNames) changed[name] = withoutMember(channel[name], asUserId(userId))
  return changed
}

export const streams = state('streams', z.array(ChannelObject), 'stream')
  .on(channelAdded, (list, { streams }) => put(list, streams))
  .on(channelRemoved, (list, { stream_ids }) => drop(list, stream_ids))
  .on(channelUpdated, (list, event) => change(list, [event.stream_id], (one) => ({ ...one, ...updatedFields(event) })))
  .on(subscribed, (list, { subscriptions }) =>
    list.map((one) => {
      const added = subscriptions.find(({ stream_id }) => stream_id === one.stream_id)
      return added ? { ...one, subscriber_count: added.subscriber_count } : one
    }),
  )
  .on(unsubscribed, (list, { subscriptions }) =>
    change(
      list,
      subscriptions.map(({ stream_id }) => stream_id),
      (one) => ({ ...one, subscriber_count: one.subscriber_count - 1 }),
    ),
  )
  .on(peersAdded, (list, { stream_ids, user_ids }) =>
    change(list, stream_ids, (one) => ({ ...one, subscriber_count: one.subscriber_count + user_ids.length })),
  )
  .on(peersRemoved, (list, { stream_ids, user_ids }) =>
    change(list, stream_ids, (one) => ({ ...one, subscriber_count: one.subscriber_count - user_ids.length })),
  )
  .on(userUpdated, (list, { person }) =>
    person.is_active === false ? list.map((one) => forgetMember(one, person.user_id)) : list,
  )

/** Ascending. */
export const defaultStreams = state('realm_default_streams', z.array(int), 'default_streams').on(
  defaultChannelsChanged,
  (_list, { default_streams }) => default_streams,
)
