import type { Context } from '#platform/serve'
import { type Address, compose, type Place } from '../messages/actions/compose.ts'
import { sendMessage } from '../messages/actions/send.ts'
import { channelReference, type Recipient } from '../messages/recipient.ts'
import { checkMaySend } from '../messages/routes/send.ts'
import type { Account } from '../users/account.ts'
import { peopleMirror } from '../users/mirror.ts'
import { noOwner } from './api.ts'

interface Where {
  stream?: string | undefined
  topic?: string | undefined
}

/** Sends what came from outside as the bot: to the channel, or to the bot's owner where there is none. */
export async function sendFromOutside(ctx: Context, { stream, topic }: Where, content: string, client: string) {
  const bot = ctx.org.get(peopleMirror).byId.get(ctx.viewer.id) as Account
  const place: Address | Place = stream
    ? // whoever configured an address without a topic is told by whom it is used
      { type: 'channel', to: reference(stream), topic: topic ?? bot.fullName }
    : { recipient: ownerOf(ctx, bot), topic: '' }
  const outgoing = await compose(ctx, { place, content, client })
  await ctx.write(async (act) => {
    await checkMaySend(act, outgoing)
    await sendMessage(act, outgoing)
  })
}

/** By id where it is a number that is one, else by name. */
const reference = (stream: string) =>
  channelReference(/^\d{1,15}$/.test(stream) ? Number(stream) : stream.replace(/^#/, ''))

function ownerOf({ org }: Context, bot: Account): Recipient {
  const owner = org.get(peopleMirror).ownerOf(bot)
  if (!owner?.isActive) throw noOwner()
  return { kind: 'direct', people: [bot, owner].sort((a, b) => a.id - b.id) }
}
