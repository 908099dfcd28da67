import { isGuest } from '#contract'
import { type Area, initial, type Tap } from '#platform/serve'
import { groupMembershipChanged, groupUses } from '../groups/actions/group.ts'
import { fullMembershipChanged as fullMembership } from '../groups/actions/role-groups.ts'
import { forgetChannel } from '../organization-settings/actions/settings.ts'
import { meetingPlaces } from '../users/access/index.ts'
import { botChannelNamed, userReactivated, userRoleChanged } from '../users/actions/index.ts'
import { keepBotDefaults, nameBotChannel } from './actions/bot-defaults.ts'
import { defaultChannels } from './actions/defaults.ts'
import { objectToGroup, showAgain } from './actions/group-uses.ts'
import { channelSettingsChanged } from './actions/update.ts'
import { fullMembershipChanged, membershipChanged, roleChanged } from './actions/visibility-changes.ts'
import * as api from './api.ts'
import { measureDaily } from './due.ts'
import { channelsMirror } from './mirror.ts'
import { shown, visibleChannels } from './present.ts'
import { routes } from './routes.ts'
import { defaultStreams, streams } from './states.ts'
import { subscribersMirror } from './subscribers-mirror.ts'

const taps: readonly Tap[] = [
  botChannelNamed.tap(nameBotChannel),
  channelSettingsChanged.tap(keepBotDefaults),
  channelSettingsChanged.tap(async (act, { before, after }) => {
    if (after.isArchived && !before.isArchived) await forgetChannel(act, after.id)
  }),
  meetingPlaces.tap((org, userId) => {
    const subscribers = org.get(subscribersMirror)
    return subscribers.channelsOf(userId).map((id) => subscribers.of(id))
  }),
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
    initial(streams, (_tx, viewer, { org, client }) =>
      visibleChannels(org, viewer)
        .filter(({ isArchived }) => !isArchived || client.can('archived_channels'))
        .map((channel) => shown(org, channel)),
    ),
    initial(defaultStreams, (_tx, viewer, { org }) =>
      isGuest(viewer) ? [] : defaultChannels(org).map(({ id }) => id),
    ),
  ],
}
