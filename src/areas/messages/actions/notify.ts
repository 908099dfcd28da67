import type { Rendered } from '#platform/markdown'
import type { Act, Organization } from '#platform/organization'
import type { Channel } from '../../channels/channel.ts'
import type { Account } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { renderNotice } from '../message-text.ts'
import { type Outgoing, sendMessage } from './send.ts'

export const notificationBot = (org: Organization): Account => org.get(peopleMirror).systemBot('notification-bot')

export function notificationTo(org: Organization, receiver: Account, content: string, rendered: Rendered): Outgoing {
  const bot = notificationBot(org)
  return {
    sender: bot,
    recipient: { kind: 'direct', people: [bot, receiver].sort((a, b) => a.id - b.id) },
    topic: '',
    content,
    rendered,
    client: 'Loquat',
    senderRead: true,
  }
}

/** Math and code stay as typed, inside the act. `maySee` limits links to channels that the receiver can see. */
export async function notify(
  act: Act,
  receiver: Account,
  content: string,
  maySee: (channel: Channel) => boolean,
): Promise<void> {
  const rendered = await renderNotice(act, notificationBot(act.org), content, maySee)
  await sendMessage(act, notificationTo(act.org, receiver, content, rendered))
}
