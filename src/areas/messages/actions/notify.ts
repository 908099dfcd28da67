import type { Rendered } from '#platform/markdown'
import type { Act, Organization } from '#platform/organization'
import type { Channel } from '../../channels/channel.ts'
import type { Account } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { renderNotice } from '../message-text.ts'
import { type Outgoing, sendMessage } from './send.ts'

export const notificationBot = (org: Organization): Account => org.get(peopleMirror).systemBot('notification-bot')

/** A direct message of the notification bot to one person, ready for `sendMessage`. */
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

/**
 * Sends one that is composed inside the act: formulas and code in it are shown as they were typed. `maySee` says which
 * channels it may link to: those that the receiver may know of.
 */
export async function notify(
  act: Act,
  receiver: Account,
  content: string,
  maySee: (channel: Channel) => boolean,
): Promise<void> {
  const rendered = await renderNotice(act, notificationBot(act.org), content, maySee)
  await sendMessage(act, notificationTo(act.org, receiver, content, rendered))
}
