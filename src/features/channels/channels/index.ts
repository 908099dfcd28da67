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
import { measureDaily } from './due.ts'
import { routes } from './routes.ts'
import { serializeChannels } from './serialize.ts'
import { defaultStreams, streams } from './states.ts'
import { sharedChannels, subscribersCache } from './subscribers-cache.ts'

const hookHandlers: readonly HookHandler[] = [
  botChannelNamed.handledBy(nameBotChannel),
  channelSettingsChanged.handledBy(keepBotDefaults),
  channelSettingsChanged.handledBy(forgetArchived),
  meetingPlaces.handledBy(sharedChannels),
  userRoleChanged.handledBy(roleChanged),
  fullMembership.handledBy(fullMembershipChanged),
  groupMembershipChanged.handledBy(membershipChanged),
  groupUses.handledBy(objectToGroup),
  userReactivated.handledBy((mutation, { id }) => showAgain(mutation, id)),
]

export const channelsFeature: Feature = {
  name: 'channels',
  hookHandlers,
  api: [api],
  caches: [channelsCache, subscribersCache],
  repeated: [{ name: 'channel activity', everySecs: 600, run: measureDaily }],
  routes,
  state: [
    initial(streams, (_tx, viewer, { org, client }) => serializeChannels(org, viewer, client.can('archived_channels'))),
    initial(defaultStreams, (_tx, viewer, { org }) => serializeDefaults(org, viewer)),
  ],
}
