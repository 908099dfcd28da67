import { type ChannelId, insufficientPermission } from '#contract'
import type { Mutation } from '#platform/organization'
import { settingsOf } from '../../../people/organization/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { canAddSubscribers, canSeeChannel, canSubscribe } from '../../channels/access.ts'
import { channelsCreated, createChannels, type NewChannel } from '../../channels/actions/create.ts'
import { canCreate, newChannelRules } from '../../channels/actions/setting-checks.ts'
import { channelsCache } from '../../channels/cache.ts'
import type { Channel } from '../../channels/channel.ts'
import type { NewChannelSettings } from '../../channels/input.ts'
import { canReclaim } from '../../channels/rules.ts'
import { membershipsOf, subscribersCache } from '../../channels/subscribers-cache.ts'
import {
  cannotAccessChannels,
  maxBulkNewSubscriptionMessages,
  maxNewChannelsAtOnce,
  tooManyNewChannels,
} from '../api.ts'
import { type SubscribeResult, subscribe, subscribersAdded } from './subscribe.ts'

export interface Joining {
  /** The parameter with the channels, for errors. */
  parameter: string
  /** A description comes with its HTML. */
  channels: readonly {
    name: string
    description?: string | undefined
    renderedDescription?: string | undefined
    color?: string | undefined
  }[]
  people: readonly Account[]
  announce: boolean
  sendMessages: boolean
  /** If false, channels that the caller can't act on are skipped and reported. */
  authorizationErrorsFatal: boolean
  /** For channels that don't exist yet. */
  settings: NewChannelSettings
}

export interface Joined extends SubscribeResult {
  readonly unauthorized: string[]
  readonly created: readonly Channel[]
  /** Whether added users are notified in a message. */
  readonly messagesSent: boolean
}

/** Subscribes users to channels by name, and creates missing channels; all or nothing. */
export async function joinChannels(mutation: Mutation, joining: Joining): Promise<Joined> {
  const { viewer } = mutation
  const { isSubscribed } = membershipsOf(mutation, viewer.id)
  const byName = new Map(joining.channels.map((one) => [one.name.toLowerCase(), one]))
  const existing: Channel[] = []
  const reclaimed: Channel[] = []
  const missing: NewChannel[] = []
  const unauthorized: string[] = []
  const kind = { isPrivate: joining.settings.invite_only, isWebPublic: joining.settings.is_web_public }
  const leaveOutMissing = !joining.authorizationErrorsFatal && !canCreate(mutation, kind)
  for (const one of byName.values()) {
    const channel = mutation.get(channelsCache).named(one.name)
    if (!channel && leaveOutMissing) unauthorized.push(one.name)
    else if (!channel) missing.push(described(one))
    else if (canAdd(mutation, channel, joining.people, isSubscribed(channel.id))) existing.push(channel)
    else if (reclaims(mutation, channel, joining.people)) reclaimed.push(channel)
    else unauthorized.push(one.name)
  }
  if (unauthorized.length > 0 && joining.authorizationErrorsFatal)
    throw cannotAccessChannels({}, { names: unauthorized.join(', ') })
  mutation.isOwnAffair = reclaimed.length === 0
  existing.push(...reclaimed)
  if (missing.length > maxNewChannelsAtOnce) throw tooManyNewChannels({}, { name: joining.parameter })
  const rules = missing.length > 0 ? newChannelRules(mutation, joining.settings) : {}
  const created = await createChannels(
    mutation,
    missing.map((one) => ({ ...one, ...rules })),
    viewer.id,
  )
  // for permissions, the creator counts as subscribed
  if (created.some((channel) => !canAdd(mutation, channel, joining.people, true))) throw insufficientPermission()

  const ids = new Set(created.map(({ id }) => id))
  const colors = new Map<ChannelId, string>()
  for (const { id, name } of [...existing, ...created]) {
    const color = byName.get(name.toLowerCase())?.color
    if (color !== undefined) colors.set(id, color)
  }
  const result = await subscribe(mutation, [...existing, ...created], joining.people, { created: ids, colors })
  await channelsCreated(mutation, { channels: created, creatorId: viewer.id, announce: joining.announce })
  const others = [...result.added.keys()].filter((id) => id !== viewer.id)
  const messagesSent = joining.sendMessages && others.length <= maxBulkNewSubscriptionMessages
  const { added } = result
  await subscribersAdded(mutation, { added, byId: viewer.id, sendMessages: messagesSent, created: ids })
  return { ...result, unauthorized, created, messagesSent }
}

const described = ({ name, description, renderedDescription = '' }: Joining['channels'][number]): NewChannel =>
  description ? { name, description, renderedDescription } : { name }

function reclaims(mutation: Mutation, channel: Channel, people: readonly Account[]): boolean {
  const { viewer } = mutation
  const subscribers = mutation.get(subscribersCache).count(channel.id)
  return (
    people.every(({ id }) => id === viewer.id) &&
    canSeeChannel(viewer, channel, false) &&
    canReclaim(viewer, channel, subscribers)
  )
}

/** Whether the viewer can subscribe these people: themselves where they can join, others by the channel's rules. */
function canAdd(
  { org, viewer }: Mutation,
  channel: Channel,
  people: readonly Account[],
  isSubscribed: boolean,
): boolean {
  const forOthers = canAddSubscribers(viewer, channel, isSubscribed, settingsOf(org))
  const forOneself = forOthers || isSubscribed || canSubscribe(viewer, channel)
  return people.every(({ id }) => (id === viewer.id ? forOneself : forOthers))
}
