import { textsOf } from '#platform/languages'
import type { Mutation } from '#platform/organization'
import { canSeeChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import type { ReadableMessage } from '../../../messages/messages/access/readable.ts'
import { checkCanSend } from '../../../messages/messages/access/send.ts'
import { notify } from '../../../messages/messages/actions/notify.ts'
import { type Outgoing, sendMessage } from '../../../messages/messages/actions/send.ts'
import { type Account, languageOfAccount } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import * as store from '../store.ts'
import { markReply } from './trigger.ts'

const textsIn = textsOf('outgoingWebhooks')

/** In one mutation, so that it's sent once, however often the bot was called. Returns whether it was sent. */
export async function sendReply(mutation: Mutation, row: store.Stored, outgoing: Outgoing): Promise<boolean> {
  if (!(await store.waiting.remove(mutation.tx, row.id))) return false
  await checkCanSend(mutation, outgoing)
  markReply(outgoing, row.hops + 1)
  await sendMessage(mutation, outgoing)
  return true
}

/** Deletes a failed row and, unless `quietly`, notifies the bot's owner of the reason. */
export async function giveUp(
  mutation: Mutation,
  row: store.Stored,
  bot: Account,
  message: ReadableMessage | undefined,
  why: string,
  quietly: boolean,
): Promise<void> {
  if (!(await store.waiting.remove(mutation.tx, row.id)) || quietly) return
  const owner = mutation.get(peopleCache).ownerOf(bot)
  const viewer = owner && mutation.org.viewer(owner.id)
  if (!owner?.isActive || !viewer) return
  const subscriptions = await mutation.fetch(subscriptionsCache, owner.id)
  const canSee = (channel: Channel) => canSeeChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
  const channel = message && mutation.get(channelsCache).ofConversation(message.conversation_id)
  // don't reveal a channel name that the owner can't see
  const place = message && channel && canSee(channel) ? `#**${channel.name}${topicPart(message.topic)}**` : undefined
  const { failed, failedIn, quiet } = textsIn(languageOfAccount(owner))
  const who = `@_**${bot.fullName}|${bot.id}**`
  const content = `${place === undefined ? failed(who, why) : failedIn(who, place, why)}\n\n${quiet}`
  await notify(mutation, owner, content, canSee)
}

const topicPart = (topic: string) => (topic === '' ? '' : `>${topic}`)
