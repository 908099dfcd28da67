import {
  apiError,
  asEither,
  asJson,
  bool,
  ChannelId,
  ChannelIdOut,
  endpoint,
  int,
  list,
  maxIds,
  maxLookupLength,
  readOnlyErrors,
  text,
  UserId,
  UserIdOut,
  UserIds,
  z,
} from '#contract'
import { registerConstants } from '../../people/organization/register-constants.ts'
import {
  channelNameTaken,
  defaultCannotBePrivate,
  historyOfPublicChannels,
  invalidChannelId,
  noSuchChannelName,
  privateAndWebPublic,
  webPublicDisabled,
} from '../channels/errors.ts'
import { channelDescription, channelName, newChannelSettings } from '../channels/input.ts'
import { Subscription } from '../channels/wire.ts'

/** Maximum channels that a request can join, create, or leave; each created one gets a first message. */
export const maxChannelsAtOnce = 1_000
export const maxNewChannelsAtOnce = 100
export const maxPropertiesAtOnce = 2_000
export const maxBulkNewSubscriptionMessages = registerConstants.max_bulk_new_subscription_messages

const namesByPerson = z.record(z.string(), z.array(z.string()))

/** IDs or email addresses; the caller by default. */
const principals = asJson(z.union([UserIds, list(text({ max: maxLookupLength }), { max: maxIds })]))

export const cannotAccessChannels = apiError(400, 'BAD_REQUEST', 'Unable to access channel ({names}).')
export const noSuchPrincipal = apiError(400, 'BAD_REQUEST', 'No such user: {principal}')
export const principalDeactivated = apiError(400, 'BAD_REQUEST', 'Deactivated user: {principal}')
export const nothingToDo = apiError(400, 'BAD_REQUEST', 'Nothing to do. Specify at least one of "add" or "delete".')
export const notSubscribed = apiError(400, 'BAD_REQUEST', 'Not subscribed to channel id {stream_id}')
export const badPropertyValue = apiError(400, 'BAD_REQUEST', 'Invalid value for {property}: {reason}')

export const tooManyNewChannels = apiError(
  400,
  'BAD_REQUEST',
  `Invalid {name}: there are too many new channels (limit: ${maxNewChannelsAtOnce})`,
)

const channelsToJoin = list(
  z.object({ name: channelName, description: channelDescription.optional(), color: text({ max: 100 }).optional() }),
  { max: maxChannelsAtOnce },
)
const channelNames = list(text({ max: maxLookupLength }), { max: maxChannelsAtOnce })
const creationErrors = [
  ...readOnlyErrors,
  tooManyNewChannels,
  channelNameTaken,
  privateAndWebPublic,
  historyOfPublicChannels,
  webPublicDisabled,
  defaultCannotBePrivate,
]
const subscribeResult = {
  subscribed: namesByPerson,
  already_subscribed: namesByPerson,
  unauthorized: z.array(z.string()).optional(),
  new_subscription_messages_sent: bool.optional(),
}

/** The settings apply to channels that the call creates. */
export const subscribeToChannels = endpoint('POST /users/me/subscriptions', {
  summary: 'Subscribe users to channels, creating channels if needed',
  scope: 'channels',
  audited: true,
  params: {
    subscriptions: channelsToJoin,
    principals: principals.optional(),
    authorization_errors_fatal: bool.default(true),
    announce: bool.default(false),
    send_new_subscription_messages: bool.default(true),
    ...newChannelSettings,
  },
  result: subscribeResult,
  errors: [cannotAccessChannels, noSuchPrincipal, principalDeactivated, ...creationErrors],
})

export const createChannel = endpoint('POST /channels/create', {
  summary: 'Create a channel and subscribe users to it',
  scope: 'channels',
  params: {
    name: channelName,
    subscribers: UserIds,
    description: channelDescription.default(''),
    announce: bool.default(false),
    send_new_subscription_messages: bool.default(true),
    ...newChannelSettings,
  },
  result: { id: ChannelIdOut },
  errors: [noSuchPrincipal, principalDeactivated, ...creationErrors],
})

const unsubscribeResult = { removed: z.array(z.string()), not_removed: z.array(z.string()) }

export const unsubscribeFromChannels = endpoint('DELETE /users/me/subscriptions', {
  summary: 'Unsubscribe users from channels',
  scope: 'channels',
  params: {
    subscriptions: channelNames,
    principals: principals.optional(),
  },
  result: unsubscribeResult,
  errors: [...readOnlyErrors, noSuchChannelName, noSuchPrincipal, principalDeactivated],
})

export const updateSubscriptions = endpoint('PATCH /users/me/subscriptions', {
  summary: 'Update your subscriptions',
  scope: 'channels',
  audited: true,
  params: { delete: channelNames.default([]), add: channelsToJoin.default([]) },
  result: { ...subscribeResult, ...unsubscribeResult },
  errors: [nothingToDo, cannotAccessChannels, noSuchChannelName, ...creationErrors],
})

export const getSubscriptions = endpoint('GET /users/me/subscriptions', {
  summary: 'Get your subscriptions',
  inChannels: true,
  params: { include_subscribers: asEither(z.union([bool, z.enum(['true', 'false', 'partial'])])).default(false) },
  result: { subscriptions: z.array(Subscription) },
})

export const personalProperties = [
  'color',
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const
export type PersonalProperty = (typeof personalProperties)[number]

/** Applies all entries, or none. */
export const updateSubscriptionProperties = endpoint('POST /users/me/subscriptions/properties', {
  summary: 'Update personal channel settings',
  params: {
    subscription_data: list(
      z.object({
        stream_id: int.brand<'channel'>(),
        property: z.enum(personalProperties),
        value: z.union([bool, text({ max: 100 })]),
      }),
      { max: maxPropertiesAtOnce },
    ),
  },
  errors: [invalidChannelId, notSubscribed, badPropertyValue],
})

export const updateSubscriptionProperty = endpoint('POST /users/me/subscriptions/{stream_id}', {
  summary: 'Update a personal channel setting',
  params: {
    stream_id: ChannelId,
    property: z.enum(personalProperties),
    value: asEither(z.union([bool, text({ max: 100 })])),
  },
  errors: [invalidChannelId, notSubscribed, badPropertyValue],
})

export const getSubscriptionStatus = endpoint('GET /users/{user_id}/subscriptions/{stream_id}', {
  summary: 'Check whether a user is subscribed to a channel',
  inChannels: true,
  params: { user_id: UserId, stream_id: ChannelId },
  result: { is_subscribed: bool },
  errors: [invalidChannelId],
})

export const getUserChannels = endpoint('GET /users/{user_id}/channels', {
  summary: "Get a user's channels",
  params: { user_id: UserId },
  result: { subscribed_channel_ids: z.array(ChannelIdOut) },
})

export const getSubscribers = endpoint('GET /streams/{stream_id}/members', {
  summary: 'Get the subscribers of a channel',
  inChannels: true,
  params: { stream_id: ChannelId },
  result: { subscribers: z.array(UserIdOut) },
  errors: [invalidChannelId],
})
