import type { ConversationId, MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { setTopicPolicy } from '../../../channels/user-topics/actions.ts'
import { policies } from '../../../channels/user-topics/api.ts'
import { type Hearing, hearingCache } from '../../../channels/user-topics/cache.ts'
import { personal } from '../../../people/user-settings/access.ts'
import { topicOccasions } from '../../../people/user-settings/settings.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { knownTopicsCache } from '../known-topics-cache.ts'
import { hasOtherMessage } from '../store/messages.ts'
import type { Sent } from './send.ts'

type Occasion = Exclude<keyof typeof topicOccasions, 'never'>

const includes = (setting: number, occasion: Occasion): boolean => setting <= topicOccasions[occasion]

/** Changed automatically, not by the user. */
const byItself = { byItself: true }

const isEligible = (account: Account): boolean =>
  account.botType === null &&
  (includes(personal(account, 'automatically_follow_topics_policy'), 'starting') ||
    includes(personal(account, 'automatically_unmute_topics_in_muted_streams_policy'), 'starting'))

/** Follows or unmutes the topic by users' settings. perf: no query for topics that this process knows. */
export async function policiesAfterSending(mutation: Mutation, sent: Sent): Promise<void> {
  const { recipient, sender, topic } = sent.outgoing
  if (recipient.kind === 'direct') return
  const { channel } = recipient
  if (isEligible(sender)) {
    const hearing = await mutation.fetch(hearingCache, sender.id)
    const asStarter = wanted(sender, hearing, channel, topic, 'starting')
    const asSender = wanted(sender, hearing, channel, topic, 'sending')
    const policy = asStarter === asSender || (await isOld(mutation, channel, topic, sent.id)) ? asSender : asStarter
    if (policy !== undefined) {
      await setTopicPolicy(mutation, [sender.id], channel.id, topic, policy, byItself)
      sent.automaticPolicy = policy
    }
  }
  const people = mutation.get(peopleCache).byId
  const called = sent.flags.flatMap((row) => {
    const account = row.mentioned || row.group_mentioned ? people.get(row.user_id) : undefined
    const follows = account?.botType === null && personal(account, 'automatically_follow_topics_where_mentioned')
    return follows ? [row.user_id] : []
  })
  if (called.length > 0)
    await setTopicPolicy(mutation, called, channel.id, topic, policies.followed, {
      ...byItself,
      butNot: policies.muted,
    })
}

/** The same for a user who reacts to a message or votes in it. */
export async function participate(
  mutation: Mutation,
  userId: UserId,
  message: { id: MessageId; conversation_id: ConversationId; topic: string },
): Promise<void> {
  const channel = mutation.get(channelsCache).ofConversation(message.conversation_id)
  const account = mutation.get(peopleCache).byId.get(userId)
  if (!channel || !account || !isEligible(account)) return
  const hearing = await mutation.fetch(hearingCache, userId)
  const policy = wanted(account, hearing, channel, message.topic, 'participating')
  if (policy !== undefined) await setTopicPolicy(mutation, [userId], channel.id, message.topic, policy, byItself)
}

/** Whether the topic has other messages than this new one. */
async function isOld(mutation: Mutation, channel: Channel, topic: string, messageId: MessageId): Promise<boolean> {
  const known = mutation.get(knownTopicsCache)
  if (known.has(channel.conversationId, topic)) return true
  mutation.onCommit(() => known.add(channel.conversationId, topic))
  return hasOtherMessage(mutation.tx, channel.conversationId, topic, messageId)
}

/** The topic's new policy; undefined if unchanged. A muted topic stays muted. */
function wanted(account: Account, hearing: Hearing, channel: Channel, topic: string, occasion: Occasion) {
  const policy = hearing.policyOf(channel.id, topic)
  if (policy === policies.muted || policy === policies.followed) return undefined
  if (includes(personal(account, 'automatically_follow_topics_policy'), occasion)) return policies.followed
  if (!hearing.mutedChannels.has(channel.id) || policy === policies.unmuted) return undefined
  const unmutes = includes(personal(account, 'automatically_unmute_topics_in_muted_streams_policy'), occasion)
  return unmutes ? policies.unmuted : undefined
}
