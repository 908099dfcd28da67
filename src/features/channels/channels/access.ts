import { type ApiErrorKind, type ChannelId, holds } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { letsSpectatorsIn } from '../../people/organization/access.ts'
import {
  type Actor,
  allowsGuests,
  type ChannelPermissionName,
  permitted,
  serverSupportedPermissionSettings,
} from '../../people/organization/permission-settings.ts'
import type { PermissionScope, Rule } from '../../people/organization/rules.ts'
import type { OrganizationSettings, PermissionSettingName } from '../../people/organization/settings.ts'
import { channelsCache } from './cache.ts'
import type { Channel } from './channel.ts'
import { cannotAdministerChannel, invalidChannelId, noSuchChannelId, noSuchChannelName } from './errors.ts'
import { type ChannelFacts, type ChannelState, channelRules } from './rules.ts'
import type { Memberships, Memory } from './subscribers-cache.ts'

type Person = Pick<Viewer, 'id' | 'role' | 'groupIds' | 'isSpectator' | 'onlyChannels'>

type Rules = Pick<Channel, 'id' | 'permissions'> & ChannelState

/** The inputs of {@link channelRules}; permissions of the organization need its settings. */
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

/** Tokens can be limited to channels, and spectators have no access to archived channels. */
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

const bySettings =
  (rule: Rule<ChannelFacts>): AllowsBySettings =>
  (viewer, channel, isSubscribed, settings) =>
    isWithin(viewer, channel) && rule.allows(new Facts(viewer, channel, isSubscribed, settings))

const allowsToJoin = byRule(channelRules.join)
export const canSubscribe = (viewer: Person, channel: Rules): boolean => allowsToJoin(viewer, channel, false)
/** Content access: can read messages as the channel's history setting allows, and see subscribers. */
export const canReadChannel = byRule(channelRules.read)
/** Metadata access: can see that the channel exists, its name, and its settings. */
export const canSeeChannel = byRule(channelRules.see)
export const canPost = byRule(channelRules.post)
export const canCreateTopic = byRule(channelRules.startTopics)
/** Bots can be removed by their owner from any channel that the owner can see. */
export const canRemoveSubscribers = byRule(channelRules.removePeople)
export const canModerate = byRule(channelRules.moderate)
export const canAdminister = byRule(channelRules.administer)

export const canAddSubscribers = bySettings(channelRules.addPeople)
export const canDeleteAnyMessage = bySettings(channelRules.deleteAny)
export const canDeleteOwnMessage = bySettings(channelRules.deleteOwn)
export const canMoveMessagesOut = bySettings(channelRules.moveOut)
export const canMoveMessagesWithin = bySettings(channelRules.moveWithin)
export const canResolveTopics = bySettings(channelRules.resolve)
export const canTendTopics = bySettings(channelRules.tendTopics)
export const canPin = bySettings(channelRules.pin)

export const holdsInOrganization = (
  viewer: Actor,
  settings: OrganizationSettings,
  name: PermissionSettingName,
): boolean => permitted(viewer, settings[name], serverSupportedPermissionSettings.realm[name])

const findChannel = (memory: Memory, idOrName: ChannelId | string): Channel | undefined => {
  const channels = memory.get(channelsCache)
  return typeof idOrName === 'number' ? channels.byId.get(idOrName) : channels.named(idOrName)
}

function loader(can: (viewer: Person, channel: Channel, isSubscribed: boolean) => boolean) {
  return (
    memory: Memory,
    viewer: Person,
    subscriptions: Memberships,
    idOrName: ChannelId | string,
    error: ApiErrorKind = invalidChannelId,
  ): Channel => {
    const channel = findChannel(memory, idOrName)
    if (channel && can(viewer, channel, subscriptions.isSubscribed(channel.id))) return channel
    if (error === noSuchChannelId || error === noSuchChannelName)
      throw typeof idOrName === 'number'
        ? noSuchChannelId({ stream_id: idOrName })
        : noSuchChannelName({ stream: idOrName })
    throw error()
  }
}

/** The channel, if the viewer can see it; else `Invalid channel ID`, or `error` where the API has another. */
export const visibleChannel = loader(canSeeChannel)

/** The channel, if the viewer has content access. Readable messages also depend on its history setting. */
export const readableChannel = loader(canReadChannel)

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

export const isReadableByAnyone = (org: Organization): boolean =>
  letsSpectatorsIn(org) &&
  [...org.get(channelsCache).byId.values()].some(({ isWebPublic, isArchived }) => isWebPublic && !isArchived)
