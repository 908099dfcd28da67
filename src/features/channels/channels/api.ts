import { apiError, bool, ChannelId, ChannelIdOut, endpoint, int, maxLookupLength, text, z } from '#contract'
import { GroupSettingUpdate } from '../../people/groups/setting-errors.ts'
import {
  cannotAdministerChannel,
  cannotMakePublicYet,
  channelNameTaken,
  defaultCannotBePrivate,
  historyOfPublicChannels,
  invalidChannelId,
  invalidChannelName,
  noContentAccess,
  privateAndWebPublic,
  topicsNotEmpty,
  webPublicDisabled,
} from './errors.ts'
import { folderArchived, noSuchFolder } from './folders/api.ts'
import { channelDescription, channelName, eachPermission, retentionDays, slowModeSeconds } from './input.ts'
import { ChannelObject, topicsPolicies } from './wire.ts'

export const administratorsOnly = apiError(400, 'BAD_REQUEST', 'User not authorized for this query')

export const getChannels = endpoint('GET /streams', {
  summary: 'Get all channels',
  inChannels: true,
  params: {
    include_public: bool.default(true),
    include_web_public: bool.default(false),
    include_subscribed: bool.default(true),
    exclude_archived: bool.default(true),
    include_all: bool.default(false),
    include_all_active: bool.default(false),
    include_default: bool.default(false),
    include_owner_subscribed: bool.default(false),
    include_can_access_content: bool.default(false),
  },
  result: { streams: z.array(ChannelObject.extend({ is_default: bool.optional() })) },
  errors: [administratorsOnly],
})

export const getChannel = endpoint('GET /streams/{stream_id}', {
  summary: 'Get a channel by ID',
  inChannels: true,
  params: { stream_id: ChannelId },
  result: { stream: ChannelObject },
  errors: [invalidChannelId],
})

export const getChannelId = endpoint('GET /get_stream_id', {
  summary: "Get a channel's ID by name",
  inChannels: true,
  params: { stream: text({ max: maxLookupLength }) },
  result: { stream_id: ChannelIdOut },
  errors: [invalidChannelName],
})

/** Only administrators of the channel can change an existing one. */
export const updateChannel = endpoint('PATCH /streams/{stream_id}', {
  summary: 'Update a channel',
  contributes: true,
  scope: 'channels',
  inChannels: true,
  audited: true,
  params: {
    stream_id: ChannelId,
    new_name: channelName.optional(),
    description: channelDescription.optional(),
    is_private: bool.optional(),
    is_web_public: bool.optional(),
    history_public_to_subscribers: bool.optional(),
    is_default_stream: bool.optional(),
    is_archived: bool.optional(),
    message_retention_days: retentionDays.optional(),
    topics_policy: z.enum(topicsPolicies).optional(),
    /** Needs an administrator of the organization. */
    default_push_notifications: bool.optional(),
    slow_mode_seconds: slowModeSeconds.optional(),
    folder_id: int.nullable().optional(),
    ...eachPermission(GroupSettingUpdate.optional()),
  },
  errors: [
    invalidChannelId,
    cannotAdministerChannel,
    noContentAccess,
    cannotMakePublicYet,
    channelNameTaken,
    privateAndWebPublic,
    historyOfPublicChannels,
    webPublicDisabled,
    defaultCannotBePrivate,
    topicsNotEmpty,
    noSuchFolder,
    folderArchived,
  ],
})
export type ChannelUpdate = Omit<z.output<z.ZodObject<typeof updateChannel.params>>, 'stream_id'>

export const archiveChannel = endpoint('DELETE /streams/{stream_id}', {
  summary: 'Archive a channel',
  contributes: true,
  scope: 'channels',
  inChannels: true,
  audited: true,
  params: { stream_id: ChannelId },
  errors: [invalidChannelId, cannotAdministerChannel],
})

export const addDefaultChannel = endpoint('POST /default_streams', {
  summary: 'Add a default channel',
  caller: 'administrator',
  params: { stream_id: ChannelId },
  errors: [invalidChannelId, defaultCannotBePrivate],
})

export const removeDefaultChannel = endpoint('DELETE /default_streams', {
  summary: 'Remove a default channel',
  caller: 'administrator',
  params: { stream_id: ChannelId },
  errors: [invalidChannelId],
})

export const getChannelEmail = endpoint('GET /streams/{stream_id}/email_address', {
  summary: "Get a channel's email address",
  scope: 'channels',
  params: { stream_id: ChannelId, sender_id: int.brand<'user'>().optional() },
  result: { email: z.string() },
  errors: [invalidChannelId],
})

export const resetChannelEmail = endpoint('POST /streams/{stream_id}/email_address/regenerate', {
  summary: "Regenerate a channel's email addresses",
  contributes: true,
  scope: 'channels',
  audited: true,
  params: { stream_id: ChannelId },
  errors: [invalidChannelId, cannotAdministerChannel],
})
