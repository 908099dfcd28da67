import type { Act } from '#platform/organization'
import { holdAgain } from '../../attachments/actions.ts'
import { setFirstMessage } from '../../channels/actions/activity.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { subscribersMirror } from '../../channels/subscribers.ts'
import { canReadMessage } from '../access/reach.ts'
import { readerFor } from '../access/reader-for.ts'
import { flagsAdded } from '../api/flags.ts'
import * as archive from '../store/archive.ts'
import { insertReadFor } from '../store/read-state.ts'

/**
 * Brings a deleted message back to where it was, as read for everybody; false when it is not in the archive. Files
 * that are gone meanwhile stay so. Clients see the message when they next fetch what is there.
 */
export async function restoreMessage(act: Act, id: number): Promise<boolean> {
  const { tx, org } = act
  const attachments = await archive.archivedAttachments(tx, id)
  if (!(await archive.restoreMessage(tx, org.id, id))) return false
  const [message] = await archive.doomedMessages(tx, org.id, [id])
  if (!message) return false
  const channel = act.get(channelsMirror).ofConversation(message.conversation_id)
  const people = channel ? act.get(subscribersMirror).list(channel.id) : (message.member_ids ?? [])
  await insertReadFor(tx, org.id, people, message.conversation_id, id)
  await holdAgain(act, id, attachments)
  const starrers: number[] = []
  for (const user of await archive.starrersOf(tx, id)) {
    const reader = await readerFor(act, user)
    if (reader && canReadMessage(reader, message)) starrers.push(user)
  }
  if (starrers.length > 0)
    act.emit(flagsAdded, { operation: 'add', flag: 'starred', messages: [id], all: false }, starrers)
  if (channel && (channel.firstMessageId === null || id < channel.firstMessageId))
    await setFirstMessage(act, channel.id, id)
  return true
}
