import { bool, event, GroupSettingValue, int, z } from '#contract'
import { ChannelObject } from './wire.ts'

/** What one person has chosen for one channel. Section 4.5 of the specification. */
export const personalSettings = {
  color: z.string(),
  is_muted: bool,
  in_home_view: bool,
  pin_to_top: bool,
  desktop_notifications: bool.nullable(),
  audible_notifications: bool.nullable(),
  push_notifications: bool.nullable(),
  email_notifications: bool.nullable(),
  wildcard_mentions_notify: bool.nullable(),
}

const subscribers = { subscribers: z.array(int).optional(), partial_subscribers: z.array(int).optional() }

/** A channel that somebody is, was or could be in, with its subscribers where these were asked for. */
export const NeverSubscribed = z.object({ ...ChannelObject.shape, ...subscribers })
export type NeverSubscribed = z.infer<typeof NeverSubscribed>
export const Subscription = z.object({ ...NeverSubscribed.shape, ...personalSettings })
export type Subscription = z.infer<typeof Subscription>

/** To whoever learns of a channel: it is new, or the person may know of it now. Its subscribers come separately. */
export const channelAdded = event('stream', 'create', { streams: z.array(ChannelObject) })
export const channelRemoved = event('stream', 'delete', {
  streams: z.array(z.object({ stream_id: int })),
  stream_ids: z.array(int),
})
export const channelUpdated = event('stream', 'update', {
  stream_id: int,
  name: z.string(),
  property: z.string(),
  value: z.union([GroupSettingValue, z.string(), bool, z.null()]),
  rendered_description: z.string().optional(),
  history_public_to_subscribers: bool.optional(),
  is_web_public: bool.optional(),
})
/** For this server's own memory: something about a channel changed that no client hears of. */
export const channelChanged = event('channel', 'changed', { stream_id: int })
export const channelsMeasured = event('channel', 'measured', { stream_ids: z.array(int) })

export const defaultChannelsChanged = event('default_streams', null, { default_streams: z.array(int) })

/** To each person whose subscriptions changed. */
export const subscribed = event('subscription', 'add', { subscriptions: z.array(Subscription) })
export const unsubscribed = event('subscription', 'remove', {
  subscriptions: z.array(z.object({ stream_id: int, name: z.string() })),
})
export const subscriptionUpdated = event('subscription', 'update', {
  stream_id: int,
  property: z.string(),
  value: z.union([z.string(), bool]),
})
/** To the others who may know. */
export const peersAdded = event('subscription', 'peer_add', { stream_ids: z.array(int), user_ids: z.array(int) })
export const peersRemoved = event('subscription', 'peer_remove', { stream_ids: z.array(int), user_ids: z.array(int) })
