import type { Rendered } from '#platform/markdown'
import type { Act } from '#platform/organization'
import { notInChannels } from '#platform/serve'
import { canCreateTopic, canPost, visibleChannel } from '../../channels/access.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelArchived, noSuchChannelId } from '../../channels/errors.ts'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import type { Account } from '../../users/account.ts'
import { apiEmail } from '../../users/email-address.ts'
import { peopleMirror } from '../../users/mirror.ts'
import * as api from '../api/send.ts'
import { checkTopicAllowed, type Recipient } from '../recipient.ts'
import { canStartWith } from '../send-rules.ts'
import { findDirect } from '../store/conversations.ts'
import { topicExists } from '../store/messages.ts'
import { checkMayWriteTo, participants } from './direct.ts'
import { checkGroupMentions } from './group-mentions.ts'
import { checkWildcards } from './wildcards.ts'

interface Intended {
  readonly recipient: Recipient
  readonly topic: string
  readonly rendered: Rendered
}

/** Throws unless the viewer can send the message now, inside the organization's lock. */
export async function checkMaySend(act: Act, { recipient, topic, rendered }: Intended): Promise<void> {
  checkGroupMentions(act, rendered)
  if (recipient.kind === 'channel') {
    const channel = await postableChannel(act, recipient.channel, topic)
    checkTopicAllowed(act.org, channel, topic)
    await checkWildcards(act, channel, topic, rendered)
  } else {
    await checkDirect(act, recipient.people)
  }
}

async function postableChannel(act: Act, { id }: Channel, topic: string): Promise<Channel> {
  const { viewer } = act
  const subscriptions = await act.fetch(subscriptionsMirror, viewer.id)
  const channel = visibleChannel(act, viewer, subscriptions, id, noSuchChannelId)
  if (channel.isArchived) throw channelArchived()
  const isSubscribed = subscriptions.isSubscribed(id)
  if (!canPost(viewer, channel, isSubscribed)) throw api.mayNotPost({}, { name: channel.name })
  if (!canCreateTopic(viewer, channel, isSubscribed) && !(await topicExists(act.tx, channel.conversationId, topic)))
    throw api.mayNotBeginTopic()
  return channel
}

async function checkDirect(act: Act, people: readonly Account[]): Promise<void> {
  const { viewer, org } = act
  if (viewer.onlyChannels) throw notInChannels()
  const gone = people.find(({ id }) => !act.get(peopleMirror).byId.get(id)?.isActive)
  if (gone) throw api.recipientDeactivated({}, { email: apiEmail(org, gone) })
  checkMayWriteTo(org, viewer, people)
  const { own, others } = participants(org, viewer, people)
  if (canStartWith(own, others)) return
  const begun = await findDirect(
    act.tx,
    org.id,
    people.map(({ id }) => id),
  )
  if (begun === undefined) throw api.mayNotBeginDirectly()
}
