import type { Rendered } from '#platform/markdown'
import type { Mutation } from '#platform/organization'
import { notInChannels } from '#platform/serve'
import { canCreateTopic, canPost, visibleChannel } from '../../../channels/channels/access.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { channelArchived, noSuchChannelId } from '../../../channels/channels/errors.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { apiEmail } from '../../../people/users/email-address.ts'
import * as api from '../api/send.ts'
import { checkTopicAllowed, type Recipient } from '../recipient.ts'
import { canStartWith } from '../send-rules.ts'
import { findDirect } from '../store/conversations.ts'
import { topicExists } from '../store/messages.ts'
import { checkCanWriteTo, participants } from './direct.ts'
import { checkGroupMentions } from './group-mentions.ts'
import { checkWildcards } from './wildcards.ts'

interface Intended {
  readonly recipient: Recipient
  readonly topic: string
  readonly rendered: Rendered
}

/** Throws unless the viewer can send the message now, inside the organization's lock. */
export async function checkCanSend(mutation: Mutation, { recipient, topic, rendered }: Intended): Promise<void> {
  checkGroupMentions(mutation, rendered)
  if (recipient.kind === 'channel') {
    const channel = await postableChannel(mutation, recipient.channel, topic)
    checkTopicAllowed(mutation.org, channel, topic)
    await checkWildcards(mutation, channel, topic, rendered)
  } else {
    await checkDirect(mutation, recipient.people)
  }
}

async function postableChannel(mutation: Mutation, { id }: Channel, topic: string): Promise<Channel> {
  const { viewer } = mutation
  const subscriptions = await mutation.fetch(subscriptionsCache, viewer.id)
  const channel = visibleChannel(mutation, viewer, subscriptions, id, noSuchChannelId)
  if (channel.isArchived) throw channelArchived()
  const isSubscribed = subscriptions.isSubscribed(id)
  if (!canPost(viewer, channel, isSubscribed)) throw api.cannotPost({}, { name: channel.name })
  if (
    !canCreateTopic(viewer, channel, isSubscribed) &&
    !(await topicExists(mutation.tx, channel.conversationId, topic))
  )
    throw api.cannotStartTopic()
  return channel
}

async function checkDirect(mutation: Mutation, people: readonly Account[]): Promise<void> {
  const { viewer, org } = mutation
  if (viewer.onlyChannels) throw notInChannels()
  const gone = people.find(({ id }) => !mutation.get(peopleCache).byId.get(id)?.isActive)
  if (gone) throw api.recipientDeactivated({}, { email: apiEmail(org, gone) })
  checkCanWriteTo(org, viewer, people)
  const { own, others } = participants(org, viewer, people)
  if (canStartWith(own, others)) return
  const begun = await findDirect(
    mutation.tx,
    org.id,
    people.map(({ id }) => id),
  )
  if (begun === undefined) throw api.cannotStartDirectly()
}
