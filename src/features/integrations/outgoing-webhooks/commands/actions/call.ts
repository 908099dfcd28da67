import { type UserId, unitSecs } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../../channels/channels/channel.ts'
import { checkCanPostIn } from '../../../../messages/messages/access/send.ts'
import type { Place } from '../../../../messages/messages/actions/compose.ts'
import type { Sent } from '../../../../messages/messages/actions/send.ts'
import { checkRules } from '../../../../messages/messages/moderation-rules/access.ts'
import { limitsOn } from '../../../../messages/messages/newcomer-limits/access.ts'
import { startInterval } from '../../../../messages/messages/slow-mode/actions.ts'
import { botBusy } from '../../../../messages/messages/submessages/interactive-errors.ts'
import { slashIn, worksIn } from '../../../../messages/slash-commands/command-rules.ts'
import { maxCommandTextLength } from '../../../../messages/slash-commands/limits.ts'
import type { Account } from '../../../../people/users/account.ts'
import { insertCommand } from '../../store.ts'
import { type BotCommandFacts, botCommandsCache } from '../cache.ts'
import * as errors from '../errors.ts'
import { maxCallsPerHour } from '../limits.ts'
import * as store from '../store.ts'

interface Call {
  readonly sender: Account
  readonly place: Place
  readonly text: string
}

/** Queues a command that the viewer entered for the bot. */
export async function callCommand(mutation: Mutation, botId: UserId, name: string, call: Call): Promise<void> {
  const { org } = mutation
  const { sender, place, text } = call
  const command = mutation.get(botCommandsCache).get(name)
  if (command?.bot_id !== botId) throw errors.noSuchCommand()
  if (limitsOn(org, sender.id)) throw errors.newMembersCannotCall()
  const { recipient, topic } = place
  if (recipient.kind !== 'channel' || !worksIn(command, recipient.channel)) throw errors.notInThisChannel()
  await checkCanPostIn(mutation, recipient.channel, topic)
  await checkRules(mutation, { sender, recipient, topic, text: { content: text, html: '' } })
  if (await isOverLimit(mutation, sender.id)) throw errors.tooManyCalls()
  // slow mode also limits the message that does the same in other clients
  await startInterval(mutation, recipient.channel.id, sender)
  if (!(await queue(mutation, command, { sender, channel: recipient.channel, topic, text }))) throw botBusy()
}

/** Queues the command that a message begins with, for clients that don't know slash commands. Returns whether there's one. */
export async function callCommandOfMessage(mutation: Mutation, { outgoing }: Sent): Promise<boolean> {
  const { sender, recipient, topic, content } = outgoing
  const commands = mutation.get(botCommandsCache)
  if (commands.size === 0 || recipient.kind !== 'channel' || sender.botType !== null) return false
  const slash = slashIn(content)
  const command = slash && commands.get(slash.name)
  if (!command || !worksIn(command, recipient.channel) || limitsOn(mutation.org, sender.id)) return false
  if (await isOverLimit(mutation, sender.id)) return false
  const text = [...slash.text].slice(0, maxCommandTextLength).join('')
  return queue(mutation, command, { sender, channel: recipient.channel, topic, text })
}

async function isOverLimit({ tx, now }: Mutation, personId: UserId): Promise<boolean> {
  const since = new Date(now.getTime() - unitSecs.hour * 1_000)
  return (await store.countCalls(tx, personId, since)) >= maxCallsPerHour
}

interface Queued extends Omit<Call, 'place'> {
  readonly channel: Channel
  readonly topic: string
}

/** False if too many calls wait for the bot. */
async function queue(
  { tx, org, now }: Mutation,
  { bot_id, command }: BotCommandFacts,
  { sender, channel, topic, text }: Queued,
): Promise<boolean> {
  const call = await store.insertCall(tx, {
    org_id: org.id,
    bot_id,
    person_id: sender.id,
    channel_id: channel.id,
    ...{ topic, command, text },
    created_at: now,
    // calls of the last hour count toward the limit
    due_at: new Date(now.getTime() + unitSecs.hour * 1_000),
  })
  const isQueued = await insertCommand(tx, { org_id: org.id, bot_id, command_call_id: call.id }, now)
  if (!isQueued) await store.expired.remove(tx, call.id)
  return isQueued
}
