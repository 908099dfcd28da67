import type { MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { HookHandler } from '#platform/serve'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { subscribersAdded } from '../../channels/subscriptions/actions/subscribe.ts'
import { subscribersRemoved } from '../../channels/subscriptions/actions/unsubscribe.ts'
import { newestInTopic } from '../../messages/messages/access/readable.ts'
import { messageSent } from '../../messages/messages/actions/send.ts'
import { interactiveAnswered, messagesDeleted, messagesMoved, reacted } from '../../messages/messages/hooks.ts'
import { limitsOn } from '../../messages/messages/newcomer-limits/access.ts'
import { isResolved, resolvedMark } from '../../messages/messages/topics.ts'
import { slashIn, worksIn } from '../../messages/slash-commands/command-rules.ts'
import type { Account } from '../../people/users/account.ts'
import { userDeactivated } from '../../people/users/actions/index.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { answerApproval, failRunsOfDeletedRequests, failRunsWithoutApprovers } from './actions/approvals.ts'
import { answerQuestion, forgetDeletedForms, withdrawFromDeactivated } from './actions/asks.ts'
import { announceSubscriptionChange } from './actions/commands.ts'
import { endReminders } from './actions/reminders.ts'
import { SkippedJoins } from './actions/skipped-joins.ts'
import { startRuns } from './actions/start.ts'
import { unfinishedRuns } from './due.ts'
import { eventTriggersCache } from './event-triggers-cache.ts'
import { maxJoinsAtOnce, maxMessagesChecked } from './limits.ts'
import { isQuestion } from './questions-store.ts'
import { matchMessage, matchReaction } from './triggers/matches.ts'

const isHuman = (mutation: Mutation, id: UserId): boolean => mutation.get(peopleCache).byId.get(id)?.botType === null

interface SentCommand {
  readonly id: MessageId
  readonly sender: Account
  readonly channel: Channel
  readonly topic: string
  readonly content: string
}

/** Starts the automation whose command the message begins with, for clients that don't know slash commands. */
async function startCommand(mutation: Mutation, { id, sender, channel, topic, content }: SentCommand): Promise<void> {
  const { commands } = mutation.get(eventTriggersCache)
  const slash = commands.size === 0 ? undefined : slashIn(content)
  const command = slash && commands.get(slash.name)
  if (!command || !worksIn(command, channel) || limitsOn(mutation.org, sender.id)) return
  await startRuns(
    mutation,
    [{ automationId: command.automation_id }],
    {
      onceKey: `message ${id}`,
      messageId: id,
      personId: sender.id,
      text: slash.text,
    },
    { channel, topic, content },
  )
}

/** Runs the remaining steps of runs whose wait has ended. */
export const continueSoon = (mutation: Mutation): void =>
  mutation.onCommit(() => mutation.org.services.workDue(unfinishedRuns, mutation.now))

/** Bots are ignored to keep automations from triggering each other. */
export const triggerHandlers: readonly HookHandler[] = [
  messageSent.handledBy(async (mutation, { id, outgoing: { sender, recipient, topic, content } }) => {
    if (recipient.kind !== 'channel' || sender.botType !== null) return
    const { channel } = recipient
    await startCommand(mutation, { id, sender, channel, topic, content })
    const listeners = mutation.get(eventTriggersCache).messages.listenersIn(channel)
    if (listeners.length === 0) return
    await startRuns(
      mutation,
      matchMessage(listeners, { topic, content }),
      {
        onceKey: `message ${id}`,
        messageId: id,
        personId: sender.id,
      },
      { channel, topic, content },
    )
  }),
  subscribersAdded.handledBy(async (mutation, { added }) => announceSubscriptionChange(mutation, added, true)),
  subscribersRemoved.handledBy(async (mutation, { removed }) => announceSubscriptionChange(mutation, removed, false)),
  subscribersAdded.handledBy(async (mutation, { added }) => {
    const { joins } = mutation.get(eventTriggersCache)
    const { byId } = mutation.get(peopleCache)
    const skipped = new SkippedJoins(mutation)
    for (const [personId, channels] of added) {
      // a brand-new account isn't cached yet
      const isBot = (byId.get(personId)?.botType ?? null) !== null
      for (const channel of isBot ? [] : channels) {
        const cause = { onceKey: `join ${channel.id} ${personId}`, channelId: channel.id, personId }
        const listeners = joins.listenersIn(channel)
        if (added.size > maxJoinsAtOnce) skipped.add(listeners, cause)
        else await startRuns(mutation, listeners, cause, { channel })
      }
    }
    await skipped.save()
  }),
  reacted.handledBy(async (mutation, { id, conversation_id }, reaction) => {
    const channel = mutation.get(channelsCache).ofConversation(conversation_id)
    const listeners = channel ? mutation.get(eventTriggersCache).reactions.listenersIn(channel) : []
    if (!channel || listeners.length === 0) return
    const { user_id, reaction_type, emoji_code } = reaction
    if (!isHuman(mutation, user_id)) return
    await startRuns(
      mutation,
      matchReaction(listeners, reaction),
      {
        onceKey: `reaction ${id} ${reaction_type} ${emoji_code} ${user_id}`,
        messageId: id,
        personId: user_id,
      },
      { channel },
    )
  }),
  interactiveAnswered.handledBy(async (mutation, { message, content }) => {
    if (!mutation.get(peopleCache).byId.get(message.sender_id)?.botSettings.isAutomation) return
    const { button, values = {} } = JSON.parse(content) as { button?: string; values?: Record<string, string> }
    if (await isQuestion(mutation.tx, message.id)) await answerQuestion(mutation, message, values)
    else await answerApproval(mutation, message, button)
    continueSoon(mutation)
  }),
  messagesDeleted.handledBy(failRunsOfDeletedRequests),
  messagesDeleted.handledBy(async (mutation, ids) => {
    if (await forgetDeletedForms(mutation, ids)) continueSoon(mutation)
  }),
  userDeactivated.handledBy((mutation, { id }) => failRunsWithoutApprovers(mutation, id)),
  userDeactivated.handledBy(async (mutation, { id }) => {
    if (await withdrawFromDeactivated(mutation, id)) continueSoon(mutation)
  }),
  messagesMoved.handledBy(async (mutation, { from, to, topicBefore, topic, isWhole }) => {
    // a long topic is moved in batches, and only the last batch completes it
    if (from !== to || !isWhole || isResolved(topicBefore) || topic !== resolvedMark + topicBefore) return
    if (await endReminders(mutation, to, topicBefore))
      mutation.onCommit(() => mutation.org.services.workDue(unfinishedRuns, mutation.now))
    const listeners = mutation.get(eventTriggersCache).resolves.listenersIn(to)
    const personId = mutation.viewer.id
    if (listeners.length === 0 || !isHuman(mutation, personId)) return
    const newest = await newestInTopic(mutation.tx, to, topic, maxMessagesChecked)
    // ignore notices and the automation's replies: without other new messages, resolving again doesn't start a run
    const message = newest.find(({ sender_id }) => isHuman(mutation, sender_id)) ?? newest[0]
    if (!message) return
    await startRuns(
      mutation,
      listeners,
      { onceKey: `resolved ${message.id}`, messageId: message.id, personId },
      { channel: to, topic },
    )
  }),
]
