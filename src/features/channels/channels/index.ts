import { isGuest } from '#contract'
import { type Feature, type HookHandler, initial } from '#platform/serve'
import { groupMembershipChanged, groupUses } from '../../people/groups/actions/group.ts'
import { fullMembershipChanged as fullMembership } from '../../people/groups/actions/role-groups.ts'
import { meetingPlaces } from '../../people/users/access/index.ts'
import { botChannelNamed, userReactivated, userRoleChanged } from '../../people/users/actions/index.ts'
import { keepBotDefaults, nameBotChannel } from './actions/bot-defaults.ts'
import { forgetArchived, serializeDefaults } from './actions/defaults.ts'
import { objectToGroup, showAgain } from './actions/group-uses.ts'
import { channelSettingsChanged } from './actions/update.ts'
import { fullMembershipChanged, membershipChanged, roleChanged } from './actions/visibility-changes.ts'
import * as api from './api.ts'
import { channelsCache } from './cache.ts'
import * as groupActions from './default-groups/actions.ts'
import * as groupsApi from './default-groups/api.ts'
import { routes as groupRoutes } from './default-groups/routes.ts'
import { measureDaily } from './due.ts'
import * as foldersApi from './folders/api.ts'
import { foldersCache } from './folders/cache.ts'
import { routes as folderRoutes } from './folders/routes.ts'
import { routes } from './routes.ts'
import { serializeChannels } from './serialize.ts'
import { defaultStreams, streams } from './states.ts'
import { sharedChannels, subscribersCache } from './subscribers-cache.ts'

const hookHandlers: readonly HookHandler[] = [
  botChannelNamed.handledBy(nameBotChannel),
  channelSettingsChanged.handledBy(keepBotDefaults),
  channelSettingsChanged.handledBy(forgetArchived),
  channelSettingsChanged.handledBy((mutation, { after }) => groupActions.leaveGroups(mutation, after)),
  meetingPlaces.handledBy(sharedChannels),
  userRoleChanged.handledBy(roleChanged),
  userRoleChanged.handledBy(groupActions.roleChanged),
  fullMembership.handledBy(fullMembershipChanged),
  groupMembershipChanged.handledBy(membershipChanged),
  groupUses.handledBy(objectToGroup),
  userReactivated.handledBy((mutation, { id }) => showAgain(mutation, id)),
]

/** Channels with their permissions, the folders that hold them, and groups of default channels. */
export const channelsFeature: Feature = {
  name: 'channels',
  hookHandlers,
  api: [foldersApi, api, groupsApi],
  caches: [foldersCache, channelsCache, subscribersCache],
  repeated: [{ name: 'channel activity', everySecs: 600, run: measureDaily }],
  routes: [...folderRoutes, ...routes, ...groupRoutes],
  state: [
    initial(foldersApi.channelFolders, (_tx, _viewer, { org }) => [...org.get(foldersCache).values()]),
    initial(streams, (_tx, viewer, { org, client }) => serializeChannels(org, viewer, client.can('archived_channels'))),
    initial(defaultStreams, (_tx, viewer, { org }) => serializeDefaults(org, viewer)),
    initial(groupsApi.groupsState, (tx, viewer, { org }) => (isGuest(viewer) ? [] : groupActions.groupsOf(tx, org.id))),
  ],
}
