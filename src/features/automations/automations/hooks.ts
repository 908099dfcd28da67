import type { HookHandler } from '#platform/serve'
import { channelsCache } from '../../channels/channels/cache.ts'
import { subscribersAdded } from '../../channels/subscriptions/actions/subscribe.ts'
import { messageSent } from '../../messages/messages/actions/send.ts'
import { reacted } from '../../messages/messages/hooks.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { startRuns } from './actions/start.ts'
import { eventTriggersCache } from './event-triggers-cache.ts'
import { maxJoinsAtOnce } from './limits.ts'
import { matchMessage, matchReaction } from './triggers/matches.ts'

/** Bots are ignored to keep automations from triggering each other. */
export const triggerHandlers: readonly HookHandler[] = [
  messageSent.handledBy(async (mutation, { id, outgoing: { sender, recipient, topic, content } }) => {
    if (recipient.kind !== 'channel' || sender.botType !== null) return
    const listeners = mutation.get(eventTriggersCache).messages.listenersIn(recipient.channel)
    if (listeners.length === 0) return
    await startRuns(mutation, matchMessage(listeners, { topic, content }), {
      onceKey: `message ${id}`,
      messageId: id,
      personId: sender.id,
    })
  }),
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
    if (mutation.get(peopleCache).byId.get(user_id)?.botType !== null) return
    await startRuns(mutation, matchReaction(listeners, reaction), {
      onceKey: `reaction ${id} ${reaction_type} ${emoji_code} ${user_id}`,
      messageId: id,
      personId: user_id,
    })
  }),
]
