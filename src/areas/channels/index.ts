import { isAdministrator, isGuest } from '#contract'
import type { Organization } from '#platform/organization'
import { type Area, initial, serve, type Tap } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { groupMembershipChanged, groupUses } from '../groups/actions/group.ts'
import { fullMembershipChanged as fullMembership } from '../groups/actions/role-groups.ts'
import { forgetChannel } from '../organization-settings/actions/settings.ts'
import { meetingPlaces } from '../users/access/index.ts'
import { botChannelNamed, userReactivated, userRoleChanged } from '../users/actions/index.ts'
import { peopleMirror } from '../users/mirror.ts'
import { canReadChannel, canSeeChannel, visibleChannel } from './access.ts'
import { keepBotDefaults, nameBotChannel } from './actions/bot-defaults.ts'
import { defaultChannels } from './actions/defaults.ts'
import { objectToGroup, showAgain } from './actions/group-uses.ts'
import { channelSettingsChanged, updateChannel } from './actions/update.ts'
import { fullMembershipChanged, membershipChanged, roleChanged } from './actions/visibility-changes.ts'
import * as api from './api.ts'
import { measureDaily } from './due.ts'
import { channelEmail } from './email-address.ts'
import { invalidChannelName } from './errors.ts'
import { normalName } from './input.ts'
import { type Channel, channelsMirror } from './mirror.ts'
import { channelObject } from './present.ts'
import { renderChannelDescription } from './rendered-description.ts'
import { defaultStreams, streams } from './states.ts'
import { membershipsOf, subscribersMirror } from './subscribers-mirror.ts'

const shown = (org: Organization, channel: Channel) =>
  channelObject(org, channel, org.get(subscribersMirror).count(channel.id))

/** Every channel that the viewer may know of, by id. */
function visibleChannels(org: Organization, viewer: Viewer): Channel[] {
  const { isSubscribed } = membershipsOf(org, viewer.id)
  const channels = org.get(channelsMirror).inOrder()
  return channels.filter((channel) => canSeeChannel(viewer, channel, isSubscribed(channel.id)))
}

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
  routes: [
    serve(api.getChannels, ({ org, viewer }, asked) => {
      if (asked.include_all_active && !isAdministrator(viewer)) throw api.administratorsOnly()
      const { isSubscribed } = membershipsOf(org, viewer.id)
      const owner = viewer.isBot ? org.get(peopleMirror).byId.get(viewer.id)?.botOwnerId : null
      const ofOwner = membershipsOf(org, owner ?? viewer.id)
      const wanted = (channel: Channel): boolean =>
        asked.include_all ||
        asked.include_all_active ||
        (asked.include_public && !channel.isPrivate) ||
        (asked.include_web_public && channel.isWebPublic) ||
        (asked.include_subscribed && isSubscribed(channel.id)) ||
        (asked.include_default && channel.isDefault) ||
        (asked.include_owner_subscribed && ofOwner.isSubscribed(channel.id)) ||
        (asked.include_can_access_content && canReadChannel(viewer, channel, isSubscribed(channel.id)))
      const channels = visibleChannels(org, viewer).filter(
        (channel) => !(asked.exclude_archived && channel.isArchived) && wanted(channel),
      )
      return {
        streams: channels.map((channel) => ({
          ...shown(org, channel),
          ...(asked.include_default ? { is_default: channel.isDefault } : {}),
        })),
      }
    }),
    serve(api.getChannel, ({ org, viewer }, { stream_id }) => ({
      stream: shown(org, visibleChannel(org, viewer, membershipsOf(org, viewer.id), stream_id)),
    })),
    serve(api.getChannelId, ({ org, viewer }, { stream }) => {
      const channel = org.get(channelsMirror).named(normalName(stream))
      if (!channel || !canSeeChannel(viewer, channel, membershipsOf(org, viewer.id).isSubscribed(channel.id)))
        throw invalidChannelName({}, { stream })
      return { stream_id: channel.id }
    }),
    serve(api.updateChannel, async (ctx, { stream_id, ...changes }) => {
      const rendered = await renderChannelDescription(ctx.org, changes.description ?? '')
      await ctx.write((act) => updateChannel(act, stream_id, changes, rendered))
      return {}
    }),
    serve(api.archiveChannel, async (ctx, { stream_id }) => {
      await ctx.write((act) => updateChannel(act, stream_id, { is_archived: true }))
      return {}
    }),
    serve(api.addDefaultChannel, async (ctx, { stream_id }) => {
      await ctx.write((act) => updateChannel(act, stream_id, { is_default_stream: true }))
      return {}
    }),
    serve(api.removeDefaultChannel, async (ctx, { stream_id }) => {
      await ctx.write((act) => updateChannel(act, stream_id, { is_default_stream: false }))
      return {}
    }),
    serve(api.getChannelEmail, ({ org, viewer }, { stream_id, sender_id }) => ({
      email: channelEmail(org, viewer, stream_id, sender_id),
    })),
  ],
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
