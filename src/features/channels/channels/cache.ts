import { asChannelId, type ChannelId, type GroupSettingValue, type UserId } from '#contract'
import { anyOf, type Tx } from '#platform/db'
import { type Change, cache, type LoggedEvent } from '#platform/organization'
import { organizationCache } from '../../people/organization/cache.ts'
import {
  type ChannelPermissionName,
  serverSupportedPermissionSettings,
} from '../../people/organization/permission-settings.ts'
import type { SystemGroupName } from '../../people/organization/settings.ts'
import { type Channel, Channels } from './channel.ts'
import { channelAdded, channelChanged, channelRemoved, channelsMeasured, channelUpdated } from './states.ts'
import type { TopicsPolicy } from './wire.ts'

export async function readChannels(tx: Tx, orgId: number, ids?: ChannelId[]): Promise<Channel[]> {
  let query = tx.selectFrom('channel').selectAll().where('org_id', '=', orgId)
  if (ids) query = query.where('id', '=', anyOf(ids))
  const rows = await query.orderBy('id').execute()
  if (rows.length === 0) return []
  const defaults = await defaultPermissions(tx, orgId)
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    name: row.name,
    description: row.description,
    renderedDescription: row.rendered_description,
    isPrivate: row.invite_only,
    isWebPublic: row.is_web_public,
    historyPublicToSubscribers: row.history_public_to_subscribers,
    isDefault: row.is_default,
    messageRetentionDays: row.message_retention_days,
    topicsPolicy: row.topics_policy as TopicsPolicy,
    defaultPushNotifications: row.default_push_notifications,
    slowModeSeconds: row.slow_mode_seconds,
    folderId: row.folder_id,
    permissions: { ...defaults(row.creator_id), ...(row.settings as Partial<Channel['permissions']>) },
    creatorId: row.creator_id,
    createdAt: row.created_at,
    isArchived: row.archived_at !== null,
    firstMessageId: row.first_message_id,
    isRecentlyActive: row.is_recently_active,
    weeklyTraffic: row.weekly_traffic,
    emailToken: row.email_token,
  }))
}

/** Default permissions, which depend on the channel's creator. */
async function defaultPermissions(tx: Tx, orgId: number) {
  const { systemGroups } = await organizationCache.load(tx, orgId)
  return (creatorId: UserId | null) =>
    Object.fromEntries(
      Object.entries(serverSupportedPermissionSettings.stream).map(([name, { default_group_name }]) => [
        name,
        default_group_name === 'channel_creator' || default_group_name === 'group_creator'
          ? { direct_members: creatorId === null ? [] : [creatorId], direct_subgroups: [] }
          : (systemGroups.get(default_group_name as SystemGroupName) as number),
      ]),
    ) as Record<ChannelPermissionName, GroupSettingValue>
}

const concerning = [channelAdded, channelRemoved, channelUpdated, channelChanged, channelsMeasured] as const

function concerned({ payload }: LoggedEvent<(typeof concerning)[number]>): ChannelId[] {
  if ('stream_id' in payload) return [payload.stream_id]
  return 'stream_ids' in payload ? payload.stream_ids : payload.streams.map(({ stream_id }) => asChannelId(stream_id))
}

async function refresh(channels: Channels, stale: readonly ChannelId[], tx: Tx, orgId: number): Promise<Change> {
  const ids = [...new Set(stale)]
  const fresh = ids.length > 0 ? await readChannels(tx, orgId, ids) : []
  return () => {
    for (const id of ids) channels.remove(id)
    for (const channel of fresh) channels.put(channel)
  }
}

/** Includes archived channels. */
export const channelsCache = cache<Channels>({
  name: 'channels',
  async load(tx, orgId) {
    const channels = new Channels()
    for (const channel of await readChannels(tx, orgId)) channels.put(channel)
    return channels
  },
}).on(concerning, (channels, events, tx, orgId) => refresh(channels, events.flatMap(concerned), tx, orgId))
