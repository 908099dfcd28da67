import type { Act } from '#platform/organization'
import { hook } from '#platform/serve'
import { checkMaySend } from '../../messages/access/send.ts'
import type { Outgoing } from '../../messages/actions/send.ts'
import { checkTotal, mostOfOnePerson } from '../../organization/totals.ts'
import * as api from '../api.ts'
import { recipientColumns } from '../draft.ts'
import * as store from '../store.ts'

/** Converts UNIX seconds; throws unless it's in the future. */
export function futureTime(act: Act, timestamp: number): Date {
  const due = new Date(timestamp * 1000)
  if (due <= act.now) throw api.inThePast()
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
export async function scheduleMessage(act: Act, outgoing: Outgoing, timestamp: number): Promise<api.ScheduledMessage> {
  const { tx, org, viewer, now } = act
  checkTotal(mostOfOnePerson, 'scheduled messages', await store.count(tx, viewer.id))
  const due_at = futureTime(act, timestamp)
  await checkMaySend(act, outgoing)
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
  act.emit(api.scheduledMessagesAdded, { scheduled_messages: [message] }, [viewer.id])
  await messageScheduled(act, outgoing)
  return message
}

/** Undefined if the row is gone or has changed since it was read. */
export async function changeScheduledMessage(
  act: Act,
  row: store.Stored,
  outgoing: Outgoing,
  timestamp: number | undefined,
): Promise<api.ScheduledMessage | undefined> {
  if (timestamp === undefined && row.failed) throw api.newTimeNeeded()
  const due_at = timestamp === undefined ? row.due_at : futureTime(act, timestamp)
  await checkMaySend(act, outgoing)
  const changed = await store.update(act.tx, row, { ...columnsOf(outgoing), due_at, failed: false, failure: '' })
  if (!changed) return undefined
  const message = store.toWire(changed)
  act.emit(api.scheduledMessageUpdated, { scheduled_message: message }, [act.viewer.id])
  await messageScheduled(act, outgoing)
  return message
}

export async function deleteScheduledMessage(act: Act, scheduled_message_id: number): Promise<void> {
  if (!(await store.remove(act.tx, act.viewer.id, scheduled_message_id))) throw api.noSuchScheduledMessage()
  act.emit(api.scheduledMessageRemoved, { scheduled_message_id }, [act.viewer.id])
}
