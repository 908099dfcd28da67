import { isAdministrator } from '#contract'
import { type Route, serve } from '#platform/serve'
import { peopleCache } from '../../people/users/cache.ts'
import { canReadChannel, canSeeChannel, visibleChannel } from './access.ts'
import { resetEmail } from './actions/email.ts'
import { updateChannel } from './actions/update.ts'
import * as api from './api.ts'
import { channelsCache } from './cache.ts'
import type { Channel } from './channel.ts'
import { channelEmail } from './email-address.ts'
import { invalidChannelName } from './errors.ts'
import { normalName } from './input.ts'
import { renderChannelDescription } from './rendered-description.ts'
import { shown, visibleChannels } from './serialize.ts'
import { membershipsOf } from './subscribers-cache.ts'

export const routes: readonly Route[] = [
  serve(api.getChannels, ({ org, viewer }, asked) => {
    if (asked.include_all_active && !isAdministrator(viewer)) throw api.administratorsOnly()
    const { isSubscribed } = membershipsOf(org, viewer.id)
    const owner = viewer.isBot ? org.get(peopleCache).byId.get(viewer.id)?.botOwnerId : null
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
    const channel = org.get(channelsCache).named(normalName(stream))
    if (!channel || !canSeeChannel(viewer, channel, membershipsOf(org, viewer.id).isSubscribed(channel.id)))
      throw invalidChannelName({}, { stream })
    return { stream_id: channel.id }
  }),
  serve(api.updateChannel, async (ctx, { stream_id, ...changes }) => {
    const rendered = await renderChannelDescription(ctx.org, changes.description ?? '')
    await ctx.transact((mutation) => updateChannel(mutation, stream_id, changes, rendered))
    return {}
  }),
  serve(api.archiveChannel, async (ctx, { stream_id }) => {
    await ctx.transact((mutation) => updateChannel(mutation, stream_id, { is_archived: true }))
    return {}
  }),
  serve(api.addDefaultChannel, async (ctx, { stream_id }) => {
    await ctx.transact((mutation) => updateChannel(mutation, stream_id, { is_default_stream: true }))
    return {}
  }),
  serve(api.removeDefaultChannel, async (ctx, { stream_id }) => {
    await ctx.transact((mutation) => updateChannel(mutation, stream_id, { is_default_stream: false }))
    return {}
  }),
  serve(api.getChannelEmail, ({ org, viewer }, { stream_id, sender_id }) => ({
    email: channelEmail(org, viewer, stream_id, sender_id),
  })),
  serve(api.resetChannelEmail, async (ctx, { stream_id }) => {
    await ctx.transact((mutation) => resetEmail(mutation, stream_id))
    return {}
  }),
]
