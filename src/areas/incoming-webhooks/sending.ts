import type { Context } from '#platform/serve'
import { canSeeChannel } from '../channels/access.ts'
import type { Channel } from '../channels/mirror.ts'
import { normalTopic } from '../channels/topics.ts'
import { type Outgoing, sendMessage } from '../messages/actions/send.ts'
import { channelReference, type Recipient } from '../messages/recipients.ts'
import { lookUpReferences } from '../messages/references.ts'
import { normalContent, render } from '../messages/rendering.ts'
import { checkMaySend, recipientOf } from '../messages/sending.ts'
import { shortContent, shortTopic } from '../messages/shortening.ts'
import { subscriptionsMirror } from '../subscriptions/mirror.ts'
import { type Account, peopleMirror } from '../users/mirror.ts'
import { noOwner } from './api.ts'

interface Place {
  stream?: string | undefined
  topic?: string | undefined
}

/** Sends what came from outside as the bot: to the channel, or to the bot's owner where there is none. */
export async function sendFromOutside(ctx: Context, { stream, topic }: Place, content: string, client: string) {
  const { org, viewer } = ctx
  const bot = org.get(peopleMirror).byId.get(viewer.id) as Account
  const subscriptions = await ctx.fetch(subscriptionsMirror, viewer.id)
  const recipient: Recipient = stream
    ? recipientOf(org, viewer, bot, subscriptions, { type: 'channel', to: reference(stream) })
    : ownerOf(ctx, bot)
  const text = normalContent(shortContent(content))
  const maySee = (channel: Channel) => canSeeChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
  const outgoing: Outgoing = {
    sender: bot,
    recipient,
    // whoever configured an address without a topic is told by whom it is used
    topic: recipient.kind === 'channel' ? normalTopic(shortTopic(topic ?? bot.fullName)) : '',
    content: text,
    rendered: await render(org, bot, text, maySee, await lookUpReferences(ctx, text, maySee)),
    client,
    senderRead: false,
  }
  await ctx.write(async (act) => {
    await checkMaySend(act, outgoing)
    await sendMessage(act, outgoing)
  })
}

/** By id where it is a number that is one, else by name. */
const reference = (stream: string) =>
  channelReference(/^\d{1,15}$/.test(stream) ? Number(stream) : stream.replace(/^#/, ''))

function ownerOf({ org }: Context, bot: Account): Recipient {
  const owner = org.get(peopleMirror).byId.get(bot.botOwnerId ?? -1)
  if (!owner?.isActive) throw noOwner()
  return { kind: 'direct', people: [bot, owner].sort((a, b) => a.id - b.id) }
}
