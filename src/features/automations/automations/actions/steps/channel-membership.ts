import { type ChannelId, invalidArgument } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canAddSubscribers, canRemoveSubscribers } from '../../../../channels/channels/access.ts'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import type { Channel } from '../../../../channels/channels/channel.ts'
import { channelArchived, noSuchChannelId } from '../../../../channels/channels/errors.ts'
import { subscribersCache } from '../../../../channels/channels/subscribers-cache.ts'
import { subscribe, subscribersAdded } from '../../../../channels/subscriptions/actions/subscribe.ts'
import { unsubscribe } from '../../../../channels/subscriptions/actions/unsubscribe.ts'
import { settingsOf } from '../../../../people/organization/cache.ts'
import type { AddToChannel, RemoveFromChannel } from '../../steps/membership-input.ts'
import { readableChannel } from '../readable-channel.ts'
import { checkAuthorized, checkCanChangeMemberships, personOf } from './membership.ts'
import type { StepKind, StepLocation } from './step-kind.ts'

type Allows = (mutation: Mutation, viewer: Viewer, channel: Channel) => boolean

const isSubscribed = (mutation: Mutation, viewer: Viewer, { id }: Channel): boolean =>
  mutation.get(subscribersCache).of(id).has(viewer.id)

const canAdd: Allows = (mutation, viewer, channel) =>
  canAddSubscribers(viewer, channel, isSubscribed(mutation, viewer, channel), settingsOf(mutation.org))

const canRemove: Allows = (mutation, viewer, channel) =>
  canRemoveSubscribers(viewer, channel, isSubscribed(mutation, viewer, channel))

function check(mutation: Mutation, id: ChannelId, location: StepLocation, allows: Allows, reason: string): void {
  checkCanChangeMemberships(location)
  const refuse = (why: string) => invalidArgument({}, { name: `${location.at}.stream_id`, reason: why })
  const channel = readableChannel(mutation, id, refuse)
  if (!allows(mutation, mutation.viewer, channel)) throw refuse(reason)
}

function currentChannel(mutation: Mutation, id: ChannelId): Channel {
  const channel = mutation.get(channelsCache).byId.get(id)
  if (!channel) throw noSuchChannelId()
  if (channel.isArchived) throw channelArchived()
  return channel
}

export const addToChannel: StepKind<AddToChannel> = {
  canBeRolledBack: true,
  check(mutation, step, location) {
    check(mutation, step.stream_id, location, canAdd, "is a channel you can't add people to")
    return { step, channelsToJoin: [] }
  },
  async prepare(context, { stream_id }) {
    return async (mutation) => {
      const person = personOf(mutation, context)
      const channel = currentChannel(mutation, stream_id)
      checkAuthorized(mutation, context, (viewer) => canAdd(mutation, viewer, channel))
      const { added } = await subscribe(mutation, [channel], [person])
      if (added.size > 0)
        await subscribersAdded(mutation, {
          added,
          byId: mutation.viewer.id,
          sendMessages: true,
          created: new Set(),
        })
      return {}
    }
  },
}

export const removeFromChannel: StepKind<RemoveFromChannel> = {
  canBeRolledBack: true,
  check(mutation, step, location) {
    check(mutation, step.stream_id, location, canRemove, "is a channel you can't remove people from")
    return { step, channelsToJoin: [] }
  },
  async prepare(context, { stream_id }) {
    return async (mutation) => {
      const person = personOf(mutation, context)
      const channel = currentChannel(mutation, stream_id)
      checkAuthorized(mutation, context, (viewer) => canRemove(mutation, viewer, channel))
      await unsubscribe(mutation, [channel], [person])
      return {}
    }
  },
}
