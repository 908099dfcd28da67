import type { Act } from '#platform/organization'
import { canSeeChannel } from '../../channels/access.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import type { ReadableMessage } from '../../messages/access/readable.ts'
import { checkMaySend } from '../../messages/access/send.ts'
import { notify } from '../../messages/actions/notify.ts'
import { type Outgoing, sendMessage } from '../../messages/actions/send.ts'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import { type Account, languageOfAccount } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'
import { markReply } from './trigger.ts'

/** In one act, so that it's sent once, however often the bot was called. Returns whether it was sent. */
export async function sendReply(act: Act, row: store.Stored, outgoing: Outgoing): Promise<boolean> {
  if (!(await store.waiting.remove(act.tx, row.id))) return false
  await checkMaySend(act, outgoing)
  markReply(outgoing, row.hops + 1)
  await sendMessage(act, outgoing)
  return true
}

/** Deletes a failed row and, unless `quietly`, notifies the bot's owner of the reason. */
export async function giveUp(
  act: Act,
  row: store.Stored,
  bot: Account,
  message: ReadableMessage | undefined,
  why: string,
  quietly: boolean,
): Promise<void> {
  if (!(await store.waiting.remove(act.tx, row.id)) || quietly) return
  const owner = act.get(peopleMirror).ownerOf(bot)
  const viewer = owner && act.org.viewer(owner.id)
  if (!owner?.isActive || !viewer) return
  const subscriptions = await act.fetch(subscriptionsMirror, owner.id)
  const maySee = (channel: Channel) => canSeeChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
  const channel = message && act.get(channelsMirror).ofConversation(message.conversation_id)
  // don't reveal a channel name that the owner can't see
  const place = message && channel && maySee(channel) ? `#**${channel.name}${topicPart(message.topic)}**` : undefined
  const { failed, failedIn, quiet } = textsIn(languageOfAccount(owner))
  const who = `@_**${bot.fullName}|${bot.id}**`
  const content = `${place === undefined ? failed(who, why) : failedIn(who, place, why)}\n\n${quiet}`
  await notify(act, owner, content, maySee)
}

const topicPart = (topic: string) => (topic === '' ? '' : `>${topic}`)
