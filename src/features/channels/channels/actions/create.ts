import type { GroupSettingValue, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import type { ChannelPermissionName } from '../../../people/organization/permission-settings.ts'
import { checkTotal, maxPerOrganization } from '../../../people/organization/totals.ts'
import { checkNotRestricted } from '../../../people/restrictions/access.ts'
import { channelAudience, clientsOf, emitAbout } from '../audience.ts'
import { channelsCache, readChannels } from '../cache.ts'
import type { Channel } from '../channel.ts'
import { channelNameTaken } from '../errors.ts'
import { channelObject } from '../serialize.ts'
import { channelAdded } from '../states.ts'
import { insertChannels } from '../store.ts'
import type { TopicsPolicy } from '../wire.ts'
import { announceDefaults } from './defaults.ts'

export interface NewChannel {
  name: string
  description?: string
  renderedDescription?: string
  isPrivate?: boolean
  isWebPublic?: boolean
  /** Defaults to true, except for private channels. */
  historyPublicToSubscribers?: boolean
  isDefault?: boolean
  /** Null: the organization's policy; -1: forever. */
  messageRetentionDays?: number | null
  topicsPolicy?: TopicsPolicy
  defaultPushNotifications?: boolean
  slowModeSeconds?: number
  folderId?: number | null
  /** Defaults to the viewer and the current time. */
  creatorId?: UserId | null
  createdAt?: Date
  isArchived?: boolean
  /** Validated; others get their defaults. */
  permissions?: Partial<Record<ChannelPermissionName, GroupSettingValue>>
}

export interface Creation {
  readonly channels: readonly Channel[]
  readonly creatorId: UserId | null
  readonly announce: boolean
}

/** After channels were created and their first people subscribed, in the same transaction. */
export const channelsCreated = hook<[Creation]>()

/**
 * Creates channels without subscribers and notifies people who can see them. The caller must run {@link
 * channelsCreated} after subscribing the first people, and check permissions before: see `newChannelRules`.
 */
export async function createChannels(
  mutation: Mutation,
  wanted: NewChannel[],
  creatorId: UserId | null,
): Promise<Channel[]> {
  if (wanted.length === 0) return []
  const { tx, org, now } = mutation
  if (mutation.viewerId !== null) checkNotRestricted(mutation, { in: 'elsewhere' })
  checkTotal(maxPerOrganization, 'channels', mutation.get(channelsCache).byId.size, wanted.length)
  for (const { name } of wanted) if (mutation.get(channelsCache).named(name)) throw channelNameTaken({}, { name })
  const ids = await insertChannels(
    tx,
    org.id,
    wanted.map(({ name, description = '', renderedDescription = '', ...settings }) => ({
      name,
      description,
      rendered_description: renderedDescription,
      invite_only: settings.isPrivate ?? false,
      is_web_public: settings.isWebPublic ?? false,
      history_public_to_subscribers: settings.historyPublicToSubscribers ?? !settings.isPrivate,
      is_default: settings.isDefault ?? false,
      message_retention_days: settings.messageRetentionDays ?? null,
      topics_policy: settings.topicsPolicy ?? 'inherit',
      default_push_notifications: settings.defaultPushNotifications ?? false,
      slow_mode_seconds: settings.slowModeSeconds ?? 0,
      folder_id: settings.folderId ?? null,
      settings: settings.permissions ?? {},
      creator_id: settings.creatorId === undefined ? creatorId : settings.creatorId,
      created_at: settings.createdAt ?? now,
      archived_at: settings.isArchived ? now : null,
    })),
  )
  const channels = await readChannels(tx, org.id, ids)
  for (const channel of channels)
    emitAbout(
      mutation,
      clientsOf(channel),
      channelAdded,
      { streams: [channelObject(org, channel, 0)] },
      channelAudience(org, channel),
    )
  if (channels.some(({ isDefault }) => isDefault)) announceDefaults(mutation, channels)
  return channels
}
