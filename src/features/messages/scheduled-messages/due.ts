import { ApiError, userDeactivated } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { dueWork, problemsOf } from '#platform/timer'
import { checkCanSend } from '../messages/access/send.ts'
import { compose, composeContext } from '../messages/actions/compose.ts'
import { type Outgoing, sendMessage } from '../messages/actions/send.ts'
import { failScheduledMessage } from './actions/fail.ts'
import { scheduledMessageRemoved } from './api.ts'
import { storedDraft } from './draft.ts'
import { scheduledMessageOptions } from './options.ts'
import * as store from './store.ts'

/** Rows read and rendered at a time. */
const batch = 100

/** Sends due messages; sending one and deleting its row is one mutation, so it's sent exactly once. */
export const deliveries = dueWork({
  name: 'scheduled messages',
  rows: store.waiting,
  async *turn({ place, org, now }) {
    const lateMs = scheduledMessageOptions(place.config).lateDeliveryMinutes * 60_000
    for await (const rows of store.waiting.pages(org, { now, size: batch })) yield deliverAll(org, rows, lateMs)
  },
})

/** Starts the mutations in the order of the times; returns errors other than API errors. */
async function deliverAll(org: Organization, rows: store.Stored[], lateMs: number): Promise<unknown[]> {
  const mutations: Promise<void>[] = []
  for (const row of rows) {
    const mutation = await deliver(org, row, lateMs)
    mutations.push(mutation())
  }
  return problemsOf(await Promise.allSettled(mutations))
}

/** Renders the message; returns a function that starts the mutation to send it. */
async function deliver(org: Organization, row: store.Stored, lateMs: number): Promise<() => Promise<void>> {
  const write = (work: (mutation: Mutation) => Promise<void>) => org.transact(row.sender_id, work)
  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return write((mutation) => failScheduledMessage(mutation, row, error))
  }
  try {
    const viewer = org.viewer(row.sender_id)
    if (!viewer) throw userDeactivated()
    const outgoing = await compose(composeContext(org, viewer), storedDraft(row))
    return () => write((mutation) => sendScheduledMessage(mutation, row, outgoing, lateMs)).catch(fail)
  } catch (error) {
    return async () => fail(error)
  }
}

async function sendScheduledMessage(
  mutation: Mutation,
  row: store.Stored,
  outgoing: Outgoing,
  lateMs: number,
): Promise<void> {
  if (mutation.now.getTime() - row.due_at.getTime() > lateMs) return failScheduledMessage(mutation, row, 'too late')
  const { recipient } = outgoing
  const toOneself = recipient.kind === 'direct' && recipient.people.length === 1
  await checkCanSend(mutation, outgoing)
  // sent by another process, deleted, or changed since it was read
  if (!(await store.take(mutation.tx, row))) return
  await sendMessage(mutation, { ...outgoing, senderRead: row.read_by_sender || toOneself })
  mutation.emit(scheduledMessageRemoved, { scheduled_message_id: row.id }, [row.sender_id])
}
