import type { ApiErrorKind, ChannelId } from '#contract'
import { holds, isAdministrator, isGuest } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { letsSpectatorsIn } from '../organization/access.ts'
import { type ChannelPermissionName, serverSupportedPermissionSettings } from '../organization/permission-settings.ts'
import type { OrganizationSettings, PermissionSettingName } from '../organization/settings.ts'
import type { Channel } from './channel.ts'
import { cannotAdministerChannel, invalidChannelId, noSuchChannelId, noSuchChannelName } from './errors.ts'
import type { Memberships, Memory } from './memberships.ts'
import { channelsMirror } from './mirror.ts'

type Person = Pick<Viewer, 'id' | 'role' | 'groupIds' | 'isSpectator' | 'onlyChannels'>

type Rules = Pick<Channel, 'id' | 'isPrivate' | 'isWebPublic' | 'isArchived' | 'permissions'>

const { stream: channelRules, realm: realmRules } = serverSupportedPermissionSettings

/** Whether the channel's own setting gives somebody a permission. Guests never hold what is not for everyone. */
function holdsInChannel(viewer: Person, channel: Pick<Rules, 'permissions'>, name: ChannelPermissionName) {
  if (isGuest(viewer) && !channelRules[name].allow_everyone_group) return false
  return holds(viewer, channel.permissions[name])
}

/** Whether the channel is there at all for whoever acts by a token that is limited to some. */
const isWithin = ({ onlyChannels }: Person, { id }: Pick<Rules, 'id'>): boolean => onlyChannels?.has(id) ?? true

/** May join without anybody's help; whoever could join, or add somebody, may also look inside: content access. */
export function canSubscribe(viewer: Person, channel: Rules): boolean {
  if (!isWithin(viewer, channel)) return false
  if (channel.isWebPublic) return !(viewer.isSpectator && channel.isArchived)
  if (isGuest(viewer)) return false
  if (!channel.isPrivate) return true
  return (
    holdsInChannel(viewer, channel, 'can_subscribe_group') ||
    holdsInChannel(viewer, channel, 'can_add_subscribers_group')
  )
}

/** Content access: may read what the channel's history setting leaves open, and see who is subscribed. */
export const canReadChannel = (viewer: Person, channel: Rules, isSubscribed: boolean): boolean =>
  isWithin(viewer, channel) && (isSubscribed || canSubscribe(viewer, channel))

/** Metadata access: may know that the channel exists, its name and its settings. */
export const canSeeChannel = (viewer: Person, channel: Rules, isSubscribed: boolean): boolean =>
  canReadChannel(viewer, channel, isSubscribed) || canAdminister(viewer, channel)

const canAdminister = (viewer: Person, channel: Pick<Rules, 'id' | 'permissions'>): boolean =>
  isWithin(viewer, channel) &&
  (isAdministrator(viewer) || holdsInChannel(viewer, channel, 'can_administer_channel_group'))

/** May send messages; a guest only where subscribed. */
export const canPost = (viewer: Person, channel: Rules, isSubscribed: boolean): boolean =>
  !channel.isArchived &&
  isWithin(viewer, channel) &&
  (isSubscribed || (!isGuest(viewer) && canSubscribe(viewer, channel))) &&
  holdsInChannel(viewer, channel, 'can_send_message_group')

/** May start a topic that the channel does not have yet. */
export const canCreateTopic = (viewer: Person, channel: Rules, isSubscribed: boolean): boolean =>
  canPost(viewer, channel, isSubscribed) && holdsInChannel(viewer, channel, 'can_create_topic_group')

/** May subscribe other people. */
export function canAddSubscribers(
  viewer: Person,
  channel: Rules,
  isSubscribed: boolean,
  settings: OrganizationSettings,
): boolean {
  if (isGuest(viewer) || !canReadChannel(viewer, channel, isSubscribed)) return false
  return (
    canAdminister(viewer, channel) ||
    holdsInOrganization(viewer, settings, 'can_add_subscribers_group') ||
    holdsInChannel(viewer, channel, 'can_add_subscribers_group')
  )
}

/** May unsubscribe other people; one's own bots can be removed from any channel that one sees. */
export const canRemoveSubscribers = (viewer: Person, channel: Rules, isSubscribed: boolean): boolean =>
  canAdminister(viewer, channel) ||
  (canSeeChannel(viewer, channel, isSubscribed) && holdsInChannel(viewer, channel, 'can_remove_subscribers_group'))

/** The same for a permission of the organization. */
export function holdsInOrganization(viewer: Person, settings: OrganizationSettings, name: PermissionSettingName) {
  if (isGuest(viewer) && !realmRules[name].allow_everyone_group) return false
  return holds(viewer, settings[name])
}

type InChannel = (viewer: Person, channel: Rules, isSubscribed: boolean, settings: OrganizationSettings) => boolean

/** What takes content access, and a permission of the channel or the one of the organization for every channel. */
const inChannel =
  (name: ChannelPermissionName, realmName: PermissionSettingName, administratorsToo = false): InChannel =>
  (viewer, channel, isSubscribed, settings) =>
    canReadChannel(viewer, channel, isSubscribed) &&
    (holdsInChannel(viewer, channel, name) ||
      holdsInOrganization(viewer, settings, realmName) ||
      (administratorsToo && canAdminister(viewer, channel)))

export const canDeleteAnyMessage = inChannel('can_delete_any_message_group', 'can_delete_any_message_group')

const canDeleteOwn = inChannel('can_delete_own_message_group', 'can_delete_own_message_group')

export const canDeleteOwnMessage: InChannel = (...args) => canDeleteOwn(...args) || canDeleteAnyMessage(...args)

export const canMoveMessagesOut = inChannel(
  'can_move_messages_out_of_channel_group',
  'can_move_messages_between_channels_group',
  true,
)

export const canMoveMessagesWithin = inChannel(
  'can_move_messages_within_channel_group',
  'can_move_messages_between_topics_group',
  true,
)

export const canResolveTopics = inChannel('can_resolve_topics_group', 'can_resolve_topics_group')

/** By id, or by name in any case. */
const findChannel = (memory: Memory, idOrName: ChannelId | string): Channel | undefined => {
  const channels = memory.get(channelsMirror)
  return typeof idOrName === 'number' ? channels.byId.get(idOrName) : channels.named(idOrName)
}

function loader(may: (viewer: Person, channel: Channel, isSubscribed: boolean) => boolean) {
  return (
    memory: Memory,
    viewer: Person,
    subscriptions: Memberships,
    idOrName: ChannelId | string,
    error: ApiErrorKind = invalidChannelId,
  ): Channel => {
    const channel = findChannel(memory, idOrName)
    if (channel && may(viewer, channel, subscriptions.isSubscribed(channel.id))) return channel
    if (error === noSuchChannelId || error === noSuchChannelName)
      throw typeof idOrName === 'number'
        ? noSuchChannelId({ stream_id: idOrName })
        : noSuchChannelName({ stream: idOrName })
    throw error()
  }
}

/** The channel, if the viewer may know of it; else `Invalid channel ID`, or `error` where the API names another. */
export const visibleChannel = loader(canSeeChannel)

/** The channel, if the viewer may read inside. Which messages depends on its history setting as well. */
export const readableChannel = loader(canReadChannel)

/** The channel, if the viewer may administer it; one that the viewer may not know of counts as absent. */
export function administeredChannel(
  memory: Memory,
  viewer: Person,
  subscriptions: Memberships,
  idOrName: ChannelId | string,
): Channel {
  const channel = visibleChannel(memory, viewer, subscriptions, idOrName)
  if (!canAdminister(viewer, channel)) throw cannotAdministerChannel()
  return channel
}

/** Whether there is anything to read without an account. */
export const letsAnybodyRead = (org: Organization): boolean =>
  letsSpectatorsIn(org) &&
  [...org.get(channelsMirror).byId.values()].some(({ isWebPublic, isArchived }) => isWebPublic && !isArchived)
