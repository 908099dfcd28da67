import { invalidArgument } from '#contract'
import { canPost, canSeeChannel } from '../../../../channels/channels/access.ts'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import { subscribersCache } from '../../../../channels/channels/subscribers-cache.ts'
import type { Cause } from '../../cause.ts'
import { causeUnavailable } from '../../errors.ts'
import type { Post } from '../../steps/post-input.ts'
import { causeParts } from '../../triggers/cause-rules.ts'
import { channelToJoin } from '../channel-to-join.ts'
import { messageEffect } from './message-effect.ts'
import type { StepKind } from './step-kind.ts'

function topicOf(cause: Cause | undefined) {
  if (cause?.topic === undefined) throw causeUnavailable()
  return { recipient: { kind: 'channel' as const, channel: cause.channel }, topic: cause.topic }
}

export const post: StepKind<Post> = {
  check(mutation, step, { channelId, at, trigger }) {
    const { stream_id } = step
    const { viewer } = mutation
    const refuse = (reason: string) => invalidArgument({}, { name: `${at}.stream_id`, reason })
    if (stream_id === null) {
      if (!causeParts(trigger).topic) throw refuse('can only be null if the trigger involves a topic')
      return { step, channelsToJoin: [] }
    }
    const channel = mutation.get(channelsCache).byId.get(stream_id)
    const isSubscribed = mutation.get(subscribersCache).of(stream_id).has(viewer.id)
    if (!channel || !canSeeChannel(viewer, channel, isSubscribed)) throw refuse('is not a channel')
    if (channel.isArchived) throw refuse('is an archived channel')
    if (channelId !== null) {
      if (channelId !== stream_id) throw refuse("must be the automation's channel")
      return { step, channelsToJoin: [] }
    }
    if (!canPost(viewer, channel, isSubscribed)) throw refuse("is a channel you can't post in")
    return { step, channelsToJoin: channelToJoin(mutation, channel, refuse) }
  },
  prepare(context, { stream_id, topic, text }) {
    const place = stream_id === null ? topicOf(context.cause) : ({ type: 'stream', to: stream_id, topic } as const)
    return messageEffect(context, place, text)
  },
}
