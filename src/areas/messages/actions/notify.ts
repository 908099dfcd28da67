import type { Rendered } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import type { Channel } from '../../channels/mirror.ts'
import { type Account, peopleMirror } from '../../users/mirror.ts'
import { renderNotice } from '../rendering.ts'
import type { Outgoing } from './send.ts'

export const notificationBot = (org: Organization): Account => org.get(peopleMirror).systemBot('notification-bot')

/**
 * A direct message of the notification bot to one person, ready for `sendMessage`. `maySee` says which channels it
 * may link to: those that the receiver may know of. Formulas and code in it are shown as they were typed, unless it
 * was `rendered` before the act.
 */
export function notificationTo(
  org: Organization,
  receiver: Account,
  content: string,
  maySee: (channel: Channel) => boolean,
  rendered?: Rendered,
): Outgoing {
  const bot = notificationBot(org)
  return {
    sender: bot,
    recipient: { kind: 'direct', people: [bot, receiver].sort((a, b) => a.id - b.id) },
    topic: '',
    content,
    rendered: rendered ?? renderNotice(org, bot, content, maySee),
    client: 'Loquat',
    senderRead: true,
  }
}
