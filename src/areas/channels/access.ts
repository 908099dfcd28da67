import { type ApiErrorKind, type ChannelId, holds } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { letsSpectatorsIn } from '../organization/access.ts'
import {
  type Asker,
  allowsGuests,
  type ChannelPermissionName,
  permitted,
  serverSupportedPermissionSettings,
} from '../organization/permission-settings.ts'
import type { PermissionScope, Rule } from '../organization/rules.ts'
import type { OrganizationSettings, PermissionSettingName } from '../organization/settings.ts'
import type { Channel } from './channel.ts'
import { cannotAdministerChannel, invalidChannelId, noSuchChannelId, noSuchChannelName } from './errors.ts'
import type { Memberships, Memory } from './memberships.ts'
import { channelsMirror } from './mirror.ts'
import { type ChannelFacts, type ChannelState, channelRules } from './rules.ts'

type Person = Pick<Viewer, 'id' | 'role' | 'groupIds' | 'isSpectator' | 'onlyChannels'>

type Rules = Pick<Channel, 'id' | 'permissions'> & ChannelState

/** What {@link channelRules} ask about a person and a channel; permissions of the organization need its settings. */
class Facts implements ChannelFacts {
  readonly viewer: Person
  readonly channel: Rules
  readonly isSubscribed: boolean
  readonly settings: OrganizationSettings | undefined
  readonly allowsGuests = allowsGuests

  constructor(viewer: Person, channel: Rules, isSubscribed: boolean, settings?: OrganizationSettings) {
    this.viewer = viewer
    this.channel = channel
    this.isSubscribed = isSubscribed
    this.settings = settings
  }

  get role(): number {
    return this.viewer.role
  }

  holds(scope: PermissionScope, name: string): boolean {
    if (scope === 'stream') return holds(this.viewer, this.channel.permissions[name as ChannelPermissionName])
    return this.settings !== undefined && holds(this.viewer, this.settings[name as PermissionSettingName])
  }
}

/** Tokens can be limited to some channels, and without an account archived channels are out of reach. */
const isWithin = ({ onlyChannels, isSpectator }: Person, { id, isArchived }: Rules): boolean =>
  (onlyChannels?.has(id) ?? true) && !(isSpectator && isArchived)

type Allows = (viewer: Person, channel: Rules, isSubscribed: boolean) => boolean
type AllowsBySettings = (
  viewer: Person,
  channel: Rules,
  isSubscribed: boolean,
  settings: OrganizationSettings,
) => boolean

const byRule =
  (rule: Rule<ChannelFacts>): Allows =>
  (viewer, channel, isSubscribed) =>
    isWithin(viewer, channel) && rule.allows(new Facts(viewer, channel, isSubscribed))

/** For rules in which a permission of the organization counts. */
const bySettings =
  (rule: Rule<ChannelFacts>): AllowsBySettings =>
  (viewer, channel, isSubscribed, settings) =>
    isWithin(viewer, channel) && rule.allows(new Facts(viewer, channel, isSubscribed, settings))

const allowsToJoin = byRule(channelRules.join)
export const canSubscribe = (viewer: Person, channel: Rules): boolean => allowsToJoin(viewer, channel, false)
/** Content access: may read what the channel's history setting leaves open, and see who is subscribed. */
export const canReadChannel = byRule(channelRules.read)
/** Metadata access: may know that the channel exists, its name and its settings. */
export const canSeeChannel = byRule(channelRules.see)
export const canPost = byRule(channelRules.post)
/** May start a topic that the channel does not have yet. */
export const canCreateTopic = byRule(channelRules.startTopics)
/** May unsubscribe other people; one's own bots can be removed from any channel that one sees. */
export const canRemoveSubscribers = byRule(channelRules.removePeople)
const canAdminister = byRule(channelRules.administer)

/** May subscribe other people. */
export const canAddSubscribers = bySettings(channelRules.addPeople)
export const canDeleteAnyMessage = bySettings(channelRules.deleteAny)
export const canDeleteOwnMessage = bySettings(channelRules.deleteOwn)
export const canMoveMessagesOut = bySettings(channelRules.moveOut)
export const canMoveMessagesWithin = bySettings(channelRules.moveWithin)
export const canResolveTopics = bySettings(channelRules.resolve)
export const canTendTopics = bySettings(channelRules.tendTopics)
/** May pin for everyone. */
export const canPin = bySettings(channelRules.pin)

/** The same for a permission of the organization. */
export const holdsInOrganization = (
  viewer: Asker,
  settings: OrganizationSettings,
  name: PermissionSettingName,
): boolean => permitted(viewer, settings[name], serverSupportedPermissionSettings.realm[name])

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
  if (!canAdminister(viewer, channel, subscriptions.isSubscribed(channel.id))) throw cannotAdministerChannel()
  return channel
}

/** Whether there is anything to read without an account. */
export const letsAnybodyRead = (org: Organization): boolean =>
  letsSpectatorsIn(org) &&
  [...org.get(channelsMirror).byId.values()].some(({ isWebPublic, isArchived }) => isWebPublic && !isArchived)
