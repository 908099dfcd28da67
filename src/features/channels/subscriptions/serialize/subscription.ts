import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Channel } from '../../channels/channel.ts'
import { channelObject } from '../../channels/serialize.ts'
import type { ChannelObject, Subscription } from '../../channels/wire.ts'
import type { SubscriptionRow } from '../store.ts'

export type Personal = Omit<SubscriptionRow, 'org_id' | 'user_id' | 'channel_id' | 'active' | 'out_of_sight'>

export const defaultPersonal: Omit<Personal, 'color'> = {
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
}

export interface SubscriberLists {
  subscribers?: UserId[]
  partial_subscribers?: UserId[]
}

export function subscriptionObject(
  org: Organization,
  channel: Channel,
  personal: Personal,
  subscriberCount: number,
  lists: SubscriberLists = {},
): Subscription {
  return withPersonal(channelObject(org, channel, subscriberCount), personal, lists)
}

export function withPersonal(channel: ChannelObject, personal: Personal, lists: SubscriberLists = {}): Subscription {
  return {
    ...channel,
    color: personal.color,
    is_muted: personal.is_muted,
    in_home_view: !personal.is_muted,
    pin_to_top: personal.pin_to_top,
    desktop_notifications: personal.desktop_notifications,
    audible_notifications: personal.audible_notifications,
    push_notifications: personal.push_notifications,
    email_notifications: personal.email_notifications,
    wildcard_mentions_notify: personal.wildcard_mentions_notify,
    ...lists,
  }
}
