import type { Tx } from '#platform/db'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { existingReadableMessages, type ReadableMessage } from '../../messages/messages/access/readable.ts'
import type { Reader } from '../../messages/messages/access/reader.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { causeGone } from './errors.ts'
import type * as store from './store.ts'

/** The message that started a run, and the person who posted it or reacted to it. */
export interface Cause {
  readonly message: ReadableMessage
  readonly channel: Channel
  readonly person: Account
}

/** Whether an automation can use messages of a channel; its bot must also be able to read them. */
function isWithinScope(
  { channel_id }: Pick<store.Stored, 'channel_id'>,
  trigger: store.StoredRun['trigger'],
  { id, isPrivate }: Channel,
): boolean {
  if (channel_id !== null) return id === channel_id
  return !isPrivate || (trigger.kind !== 'schedule' && id === trigger.stream_id)
}

/** Throws if the automation can't read the message now; undefined for runs without one. `reader` is the bot. */
export async function causeOf(
  tx: Tx,
  reader: Reader,
  row: store.Stored,
  { message_id, person_id, trigger }: store.StoredRun,
): Promise<Cause | undefined> {
  if (message_id === null || person_id === null) return undefined
  const [message] = await existingReadableMessages(tx, reader, [message_id])
  const channel = message && reader.org.get(channelsCache).ofConversation(message.conversation_id)
  const person = reader.org.get(peopleCache).byId.get(person_id)
  if (!channel || !person || !isWithinScope(row, trigger, channel)) throw causeGone()
  return { message, channel, person }
}
