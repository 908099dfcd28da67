import type { ChannelId } from '#contract'
import type { Rendered } from '#platform/markdown'
import type { Mutation, Organization } from '#platform/organization'
import { notInChannels } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { canCreateTopic, canPost, visibleChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { channelArchived, noSuchChannelId } from '../../../channels/channels/errors.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { canMention } from '../../../people/groups/access/permissions.ts'
import { groupsCache } from '../../../people/groups/cache.ts'
import { actorOf } from '../../../people/organization/access.ts'
import { checkCanWriteIn } from '../../../people/restrictions/access.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { apiEmail } from '../../../people/users/email-address.ts'
import * as api from '../api/send.ts'
import { checkAmounts } from '../newcomer-limits/access.ts'
import { checkTopicAllowed, type Recipient } from '../recipient.ts'
import { canStartWith, canWriteTo, type Participant } from '../send-rules.ts'
import { findDirect } from '../store/conversations.ts'
import { topicExists } from '../store/messages.ts'
import { checkNotLocked } from '../topic-locks/access.ts'
import type { ReadableMessage } from './readable.ts'
import { checkWildcards } from './wildcards.ts'

interface Intended {
  readonly recipient: Recipient
  readonly topic: string
  readonly rendered: Rendered
}

/** Throws unless the viewer can send the message now, inside the organization's lock. */
export async function checkCanSend(mutation: Mutation, { recipient, topic, rendered }: Intended): Promise<void> {
  checkGroupMentions(mutation, rendered)
  await checkAmounts(mutation, mutation.viewer.id, { recipient, topic, rendered })
  if (recipient.kind === 'channel') {
    const channel = await checkCanPostIn(mutation, recipient.channel, topic)
    await checkWildcards(mutation, channel, topic, rendered)
  } else {
    checkCanWriteIn(mutation, { userIds: recipient.people.map(({ id }) => id) })
    await checkDirect(mutation, recipient.people)
  }
}

/** Throws unless the viewer can post in the topic now, whatever the text. */
export async function checkCanPostIn(mutation: Mutation, { id }: Channel, topic: string): Promise<Channel> {
  checkCanWriteIn(mutation, { channelId: id })
  const channel = await postableChannel(mutation, id, topic)
  checkTopicAllowed(mutation.org, channel, topic)
  checkNotLocked(mutation, channel, topic)
  return channel
}

/** Throws if a restriction keeps the viewer from editing, reacting, or voting where the message is. */
export function checkNotRestrictedAt(
  context: Pick<Mutation, 'org' | 'viewer'>,
  { conversation_id, member_ids }: Pick<ReadableMessage, 'conversation_id' | 'member_ids'>,
): void {
  const channel = context.org.get(channelsCache).ofConversation(conversation_id)
  checkCanWriteIn(context, channel ? { channelId: channel.id } : { userIds: member_ids ?? [] })
}

async function postableChannel(mutation: Mutation, id: ChannelId, topic: string): Promise<Channel> {
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

/** The people of a direct conversation, as the rules take them; deactivated accounts have no permissions. */
function participants(org: Organization, viewer: Viewer, people: readonly Account[]) {
  const own: Participant = { ...actorOf(org, viewer), isBot: viewer.isBot }
  const others = people.flatMap(({ id, role, botType }): Participant[] => {
    if (id === viewer.id) return []
    const actor = org.viewer(id)
    return [{ ...(actor ? actorOf(org, actor) : { role, ...holdsNothing }), isBot: botType !== null }]
  })
  return { own, others }
}

const holdsNothing = { holds: () => false, allowsGuests: () => false }

/** Throws unless someone in the direct conversation has the required permission. */
export function checkCanWriteTo(org: Organization, viewer: Viewer, people: readonly Account[]): void {
  const { own, others } = participants(org, viewer, people)
  if (!canWriteTo(own, others)) throw api.cannotSendDirectly()
}

/** Throws for a forbidden group mention. Call whenever a user's text starts to notify; silent mentions are fine. */
export function checkGroupMentions(mutation: Mutation, { mentionedGroupIds }: Rendered): void {
  for (const id of mentionedGroupIds) {
    const group = mutation.get(groupsCache).byId.get(id)
    if (group && !canMention(mutation.org, mutation.viewer, group))
      throw api.groupMentionRefused({}, { name: group.name })
  }
}
