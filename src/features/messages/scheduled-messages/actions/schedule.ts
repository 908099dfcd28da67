import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { checkTotal, maxPerUser } from '../../../people/organization/totals.ts'
import { checkCanSend } from '../../messages/access/send.ts'
import type { Outgoing } from '../../messages/actions/send.ts'
import * as api from '../api.ts'
import { recipientColumns } from '../draft.ts'
import * as store from '../store.ts'

/** Converts UNIX seconds; throws unless it's in the future. */
export function futureTime(mutation: Mutation, timestamp: number): Date {
  const due = new Date(timestamp * 1000)
  if (due <= mutation.now) throw api.inThePast()
  return due
}

const columnsOf = ({ sender, recipient, topic, content, rendered }: Outgoing) => ({
  ...recipientColumns(recipient, sender.id),
  topic,
  content,
  rendered_content: rendered.html,
})

/** Called after a message is scheduled, or a scheduled one changed, in the same transaction. */
export const messageScheduled = hook<[Outgoing]>()

/** Throws if the message couldn't be sent now. */
export async function scheduleMessage(
  mutation: Mutation,
  outgoing: Outgoing,
  timestamp: number,
): Promise<api.ScheduledMessage> {
  const { tx, org, viewer, now } = mutation
  checkTotal(maxPerUser, 'scheduled messages', await store.count(tx, viewer.id))
  const due_at = futureTime(mutation, timestamp)
  await checkCanSend(mutation, outgoing)
  const row = await store.insert(tx, {
    org_id: org.id,
    sender_id: viewer.id,
    ...columnsOf(outgoing),
    client: outgoing.client,
    read_by_sender: outgoing.senderRead,
    due_at,
    created_at: now,
  })
  const message = store.toWire(row)
  mutation.emit(api.scheduledMessagesAdded, { scheduled_messages: [message] }, [viewer.id])
  await messageScheduled(mutation, outgoing)
  return message
}

/** Undefined if the row is gone or has changed since it was read. */
export async function changeScheduledMessage(
  mutation: Mutation,
  row: store.Stored,
  outgoing: Outgoing,
  timestamp: number | undefined,
): Promise<api.ScheduledMessage | undefined> {
  if (timestamp === undefined && row.failed) throw api.newTimeNeeded()
  const due_at = timestamp === undefined ? row.due_at : futureTime(mutation, timestamp)
  await checkCanSend(mutation, outgoing)
  const changed = await store.update(mutation.tx, row, { ...columnsOf(outgoing), due_at, failed: false, failure: '' })
  if (!changed) return undefined
  const message = store.toWire(changed)
  mutation.emit(api.scheduledMessageUpdated, { scheduled_message: message }, [mutation.viewer.id])
  await messageScheduled(mutation, outgoing)
  return message
}

export async function deleteScheduledMessage(mutation: Mutation, scheduled_message_id: number): Promise<void> {
  if (!(await store.remove(mutation.tx, mutation.viewer.id, scheduled_message_id))) throw api.noSuchScheduledMessage()
  mutation.emit(api.scheduledMessageRemoved, { scheduled_message_id }, [mutation.viewer.id])
}
