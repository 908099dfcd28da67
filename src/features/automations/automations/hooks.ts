import type { HookHandler } from '#platform/serve'
import { channelsCache } from '../../channels/channels/cache.ts'
import { subscribersAdded } from '../../channels/subscriptions/actions/subscribe.ts'
import { messageSent } from '../../messages/messages/actions/send.ts'
import { reacted } from '../../messages/messages/hooks.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { startRuns } from './actions/start.ts'
import { causesCache } from './causes-cache.ts'
import { maxJoinsAtOnce } from './limits.ts'
import { fittingMessage, fittingReaction } from './triggers/matches.ts'

/** Bots start nothing, so automations can't start each other. */
export const startingRuns: readonly HookHandler[] = [
  messageSent.handledBy(async (mutation, { id, outgoing: { sender, recipient, topic, content } }) => {
    if (recipient.kind !== 'channel' || sender.botType !== null) return
    const waiting = mutation.get(causesCache).messages.waitingIn(recipient.channel)
    if (waiting.length === 0) return
    await startRuns(mutation, fittingMessage(waiting, { topic, content }), {
      onceKey: `message ${id}`,
      messageId: id,
      personId: sender.id,
    })
  }),
  subscribersAdded.handledBy(async (mutation, { added }) => {
    const { joins } = mutation.get(causesCache)
    if (added.size > maxJoinsAtOnce) return
    const { byId } = mutation.get(peopleCache)
    for (const [personId, channels] of added) {
      // someone whose account is new isn't in memory yet
      const isBot = (byId.get(personId)?.botType ?? null) !== null
      for (const channel of isBot ? [] : channels)
        await startRuns(mutation, joins.waitingIn(channel), {
          onceKey: `join ${channel.id} ${personId}`,
          channelId: channel.id,
          personId,
        })
    }
  }),
  reacted.handledBy(async (mutation, { id, conversation_id }, reaction) => {
    const channel = mutation.get(channelsCache).ofConversation(conversation_id)
    const waiting = channel ? mutation.get(causesCache).reactions.waitingIn(channel) : []
    if (waiting.length === 0) return
    const { user_id, reaction_type, emoji_code } = reaction
    if (mutation.get(peopleCache).byId.get(user_id)?.botType !== null) return
    await startRuns(mutation, fittingReaction(waiting, reaction), {
      onceKey: `reaction ${id} ${reaction_type} ${emoji_code} ${user_id}`,
      messageId: id,
      personId: user_id,
    })
  }),
]
