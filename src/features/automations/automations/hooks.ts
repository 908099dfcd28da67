import type { MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { HookHandler } from '#platform/serve'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { subscribersAdded } from '../../channels/subscriptions/actions/subscribe.ts'
import { subscribersRemoved } from '../../channels/subscriptions/actions/unsubscribe.ts'
import { newestInTopic } from '../../messages/messages/access/readable.ts'
import { messageSent } from '../../messages/messages/actions/send.ts'
import { messagesMoved, reacted } from '../../messages/messages/hooks.ts'
import { limitsOn } from '../../messages/messages/newcomer-limits/access.ts'
import { isResolved, resolvedMark } from '../../messages/messages/topics.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { announceSubscribed } from './actions/commands.ts'
import { startRuns } from './actions/start.ts'
import { slashIn, worksIn } from './command-rules.ts'
import { eventTriggersCache } from './event-triggers-cache.ts'
import { maxJoinsAtOnce, maxMessagesChecked } from './limits.ts'
import { matchMessage, matchReaction } from './triggers/matches.ts'

const isHuman = (mutation: Mutation, id: UserId): boolean => mutation.get(peopleCache).byId.get(id)?.botType === null

interface SentCommand {
  readonly id: MessageId
  readonly sender: Account
  readonly channel: Channel
  readonly content: string
}

/** Starts the automation whose command the message begins with, for clients that don't know slash commands. */
async function startCommand(mutation: Mutation, { id, sender, channel, content }: SentCommand): Promise<void> {
  const { commands } = mutation.get(eventTriggersCache)
  const slash = commands.size === 0 ? undefined : slashIn(content)
  const command = slash && commands.get(slash.name)
  if (!command || !worksIn(command, channel) || limitsOn(mutation.org, sender.id)) return
  await startRuns(mutation, [{ automationId: command.automation_id }], {
    onceKey: `message ${id}`,
    messageId: id,
    personId: sender.id,
    text: slash.text,
  })
}

/** Bots are ignored to keep automations from triggering each other. */
export const triggerHandlers: readonly HookHandler[] = [
  messageSent.handledBy(async (mutation, { id, outgoing: { sender, recipient, topic, content } }) => {
    if (recipient.kind !== 'channel' || sender.botType !== null) return
    await startCommand(mutation, { id, sender, channel: recipient.channel, content })
    const listeners = mutation.get(eventTriggersCache).messages.listenersIn(recipient.channel)
    if (listeners.length === 0) return
    await startRuns(mutation, matchMessage(listeners, { topic, content }), {
      onceKey: `message ${id}`,
      messageId: id,
      personId: sender.id,
    })
  }),
  subscribersAdded.handledBy(async (mutation, { added }) => announceSubscribed(mutation, added, true)),
  subscribersRemoved.handledBy(async (mutation, { removed }) => announceSubscribed(mutation, removed, false)),
  subscribersAdded.handledBy(async (mutation, { added }) => {
    const { joins } = mutation.get(eventTriggersCache)
    if (added.size > maxJoinsAtOnce) return
    const { byId } = mutation.get(peopleCache)
    for (const [personId, channels] of added) {
      // a brand-new account isn't cached yet
      const isBot = (byId.get(personId)?.botType ?? null) !== null
      for (const channel of isBot ? [] : channels)
        await startRuns(mutation, joins.listenersIn(channel), {
          onceKey: `join ${channel.id} ${personId}`,
          channelId: channel.id,
          personId,
        })
    }
  }),
  reacted.handledBy(async (mutation, { id, conversation_id }, reaction) => {
    const channel = mutation.get(channelsCache).ofConversation(conversation_id)
    const listeners = channel ? mutation.get(eventTriggersCache).reactions.listenersIn(channel) : []
    if (listeners.length === 0) return
    const { user_id, reaction_type, emoji_code } = reaction
    if (!isHuman(mutation, user_id)) return
    await startRuns(mutation, matchReaction(listeners, reaction), {
      onceKey: `reaction ${id} ${reaction_type} ${emoji_code} ${user_id}`,
      messageId: id,
      personId: user_id,
    })
  }),
  messagesMoved.handledBy(async (mutation, { from, to, topicBefore, topic, isWhole }) => {
    // isWhole: a long topic is moved in several batches
    if (from !== to || !isWhole || isResolved(topicBefore) || topic !== resolvedMark + topicBefore) return
    const listeners = mutation.get(eventTriggersCache).resolves.listenersIn(to)
    const personId = mutation.viewer.id
    if (listeners.length === 0 || !isHuman(mutation, personId)) return
    const newest = await newestInTopic(mutation.tx, to, topic, maxMessagesChecked)
    // ignore notices and the automation's replies: without other new messages, resolving again doesn't start a run
    const message = newest.find(({ sender_id }) => isHuman(mutation, sender_id)) ?? newest[0]
    if (!message) return
    await startRuns(mutation, listeners, { onceKey: `resolved ${message.id}`, messageId: message.id, personId })
  }),
]
