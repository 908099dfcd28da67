import type { MessageId } from '#contract'
import type { Tx } from '#platform/db'
import { type Account, languageOfAccount } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { existingReadableMessages } from '../messages/access/readable.ts'
import type { Reader } from '../messages/access/reader.ts'
import { type ComposeContext, renderFor } from '../messages/actions/compose.ts'
import { notificationBot, notificationTo } from '../messages/actions/notify.ts'
import type { Outgoing } from '../messages/actions/send.ts'
import { reminderText, type Target } from './reminder-text.ts'
import { textsIn } from './texts.ts'

export async function targetOf(tx: Tx, reader: Reader, messageId: MessageId | null): Promise<Target> {
  if (messageId === null) return 'none'
  const [message] = await existingReadableMessages(tx, reader, [messageId])
  return message ?? 'unreadable'
}

/** Whether two targets give the same text. */
export const isSameTarget = (a: Target, b: Target): boolean =>
  typeof a === 'string' || typeof b === 'string'
    ? a === b
    : a.conversation_id === b.conversation_id && a.topic === b.topic && a.content === b.content

/** The reminder's direct message; call before the act, because rendering is slow. */
export async function reminderTo(
  composeContext: ComposeContext,
  target: Target,
  note: string,
  how: { quoting: boolean },
): Promise<Outgoing> {
  const { org, viewer } = composeContext
  const person = org.get(peopleCache).byId.get(viewer.id) as Account
  const text = reminderText(textsIn(languageOfAccount(person)), org, target, note, how)
  const rendered = await renderFor(composeContext, text, { sender: notificationBot(org) })
  return notificationTo(org, person, text, rendered)
}
