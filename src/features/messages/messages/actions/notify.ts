import type { Rendered } from '#platform/markdown'
import type { Mutation, Organization } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { renderNotice } from '../message-text.ts'
import { type Outgoing, sendMessage } from './send.ts'

export const notificationBot = (org: Organization): Account => org.get(peopleCache).systemBot('notification-bot')

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

/** Math and code stay as typed, inside the act. `canSee` limits links to channels that the receiver can see. */
export async function notify(
  mutation: Mutation,
  receiver: Account,
  content: string,
  canSee: (channel: Channel) => boolean,
): Promise<void> {
  const rendered = await renderNotice(mutation, notificationBot(mutation.org), content, canSee)
  await sendMessage(mutation, notificationTo(mutation.org, receiver, content, rendered))
}
