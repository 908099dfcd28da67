import { type Area, initial, type Tap } from '#platform/serve'
import { groupMembershipChanged, groupUses } from '../groups/actions/group.ts'
import { fullMembershipChanged as fullMembership } from '../groups/actions/role-groups.ts'
import { meetingPlaces } from '../users/access/index.ts'
import { botChannelNamed, userReactivated, userRoleChanged } from '../users/actions/index.ts'
import { keepBotDefaults, nameBotChannel } from './actions/bot-defaults.ts'
import { forgetArchived, presentDefaults } from './actions/defaults.ts'
import { objectToGroup, showAgain } from './actions/group-uses.ts'
import { channelSettingsChanged } from './actions/update.ts'
import { fullMembershipChanged, membershipChanged, roleChanged } from './actions/visibility-changes.ts'
import * as api from './api.ts'
import { measureDaily } from './due.ts'
import { channelsMirror } from './mirror.ts'
import { presentChannels } from './present.ts'
import { routes } from './routes.ts'
import { defaultStreams, streams } from './states.ts'
import { sharedChannels, subscribersMirror } from './subscribers-mirror.ts'

const taps: readonly Tap[] = [
  botChannelNamed.tap(nameBotChannel),
  channelSettingsChanged.tap(keepBotDefaults),
  channelSettingsChanged.tap(forgetArchived),
  meetingPlaces.tap(sharedChannels),
  userRoleChanged.tap(roleChanged),
  fullMembership.tap(fullMembershipChanged),
  groupMembershipChanged.tap(membershipChanged),
  groupUses.tap(objectToGroup),
  userReactivated.tap((act, { id }) => showAgain(act, id)),
]

export const channelsArea: Area = {
  name: 'channels',
  taps,
  api: [api],
  mirrors: [channelsMirror, subscribersMirror],
  repeated: [{ name: 'channel activity', everySecs: 600, run: measureDaily }],
  routes,
  state: [
    initial(streams, (_tx, viewer, { org, client }) => presentChannels(org, viewer, client.can('archived_channels'))),
    initial(defaultStreams, (_tx, viewer, { org }) => presentDefaults(org, viewer)),
  ],
}
