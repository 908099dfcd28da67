import { ApiError, userDeactivated } from '#contract'
import type { Act, Organization } from '#platform/organization'
import { dueWork } from '#platform/timer'
import { checkMaySend } from '../messages/access/send.ts'
import { asking, compose } from '../messages/actions/compose.ts'
import { type Outgoing, sendMessage } from '../messages/actions/send.ts'
import { failScheduledMessage } from './actions/fail.ts'
import { scheduledMessageRemoved } from './api.ts'
import { storedDraft } from './draft.ts'
import { scheduledMessageOptions } from './options.ts'
import * as store from './store.ts'

/** Rows read and rendered at a time. */
const batch = 100

/** Sends due messages; sending one and deleting its row is one act, so it's sent exactly once. */
export const deliveries = dueWork({
  name: 'scheduled messages',
  rows: store.waiting,
  async *turn({ place, org, now }) {
    const lateMs = scheduledMessageOptions(place.config).lateDeliveryMinutes * 60_000
    for await (const rows of store.waiting.pages(org, { now, size: batch })) yield deliverAll(org, rows, lateMs)
  },
})

/** Starts the acts in the order of the times; returns errors other than API errors. */
async function deliverAll(org: Organization, rows: store.Stored[], lateMs: number): Promise<unknown[]> {
  const acts: Promise<void>[] = []
  for (const row of rows) {
    const act = await deliver(org, row, lateMs)
    acts.push(act())
  }
  const outcomes = await Promise.allSettled(acts)
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
}

/** Renders the message; returns a function that starts the act to send it. */
async function deliver(org: Organization, row: store.Stored, lateMs: number): Promise<() => Promise<void>> {
  const write = (work: (act: Act) => Promise<void>) => org.write(row.sender_id, work)
  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return write((act) => failScheduledMessage(act, row, error))
  }
  try {
    const viewer = org.viewer(row.sender_id)
    if (!viewer) throw userDeactivated()
    const outgoing = await compose(asking(org, viewer), storedDraft(row))
    return () => write((act) => sendScheduledMessage(act, row, outgoing, lateMs)).catch(fail)
  } catch (error) {
    return async () => fail(error)
  }
}

async function sendScheduledMessage(act: Act, row: store.Stored, outgoing: Outgoing, lateMs: number): Promise<void> {
  if (act.now.getTime() - row.due_at.getTime() > lateMs) return failScheduledMessage(act, row, 'too late')
  const { recipient } = outgoing
  const toOneself = recipient.kind === 'direct' && recipient.people.length === 1
  await checkMaySend(act, outgoing)
  // sent by another process, deleted, or changed since it was read
  if (!(await store.take(act.tx, row))) return
  await sendMessage(act, { ...outgoing, senderRead: row.read_by_sender || toOneself })
  act.emit(scheduledMessageRemoved, { scheduled_message_id: row.id }, [row.sender_id])
}
