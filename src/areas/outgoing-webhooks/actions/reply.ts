import type { Act } from '#platform/organization'
import { canSeeChannel } from '../../channels/access.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import type { ReadableMessage } from '../../messages/access/readable.ts'
import { notify } from '../../messages/actions/notify.ts'
import { type Outgoing, sendMessage } from '../../messages/actions/send.ts'
import { checkMaySend } from '../../messages/routes/send.ts'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import type { Account } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import * as store from '../store.ts'
import { markReply } from './trigger.ts'

/** Sends a bot's reply and ends its row in one act: once, however often the bot was told. */
export async function sendReply(act: Act, row: store.Stored, outgoing: Outgoing): Promise<void> {
  if (!(await store.waiting.remove(act.tx, row.id))) return
  await checkMaySend(act, outgoing)
  markReply(outgoing, row.hops + 1)
  await sendMessage(act, outgoing)
}

/** Ends a row that came to nothing and, unless `quietly`, tells the bot's owner why. */
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
  // a channel that the owner may not know of keeps its name to itself
  const place = message && channel && maySee(channel) ? ` in #**${channel.name}${topicPart(message.topic)}**` : ''
  const content = `Your bot @_**${bot.fullName}|${bot.id}** was addressed${place}, but its webhook did not do its part: ${why}.

Further problems of this bot are reported after ten minutes at the earliest.`
  await notify(act, owner, content, maySee)
}

const topicPart = (topic: string) => (topic === '' ? '' : `>${topic}`)
