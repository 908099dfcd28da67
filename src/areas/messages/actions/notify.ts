import type { Organization } from '#platform/organization'
import type { Channel } from '../../channels/mirror.ts'
import { type Account, peopleMirror } from '../../users/mirror.ts'
import { render } from '../rendering.ts'
import type { Outgoing } from './send.ts'

/**
 * A direct message of the notification bot to one person, ready for `sendMessage`. `maySee` says which channels it
 * may link to: those that the receiver may know of. Rendering takes time, so long texts belong before the act.
 */
export function notificationTo(
  org: Organization,
  receiver: Account,
  content: string,
  maySee: (channel: Channel) => boolean,
): Outgoing {
  const bot = org.get(peopleMirror).systemBot('notification-bot')
  return {
    sender: bot,
    recipient: { kind: 'direct', people: [bot, receiver].sort((a, b) => a.id - b.id) },
    topic: '',
    content,
    rendered: render(org, bot, content, maySee),
    client: 'Loquat',
    senderRead: true,
  }
}
