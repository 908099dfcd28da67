import type { Organization } from '#platform/organization'
import { dueWork, problemsOf } from '#platform/timer'
import { readerOf } from '../messages/access/reader.ts'
import { composeContext } from '../messages/actions/compose.ts'
import { sendMessage } from '../messages/actions/send.ts'
import { removeReminder } from './actions.ts'
import { isSameTarget, reminderTo, targetOf } from './reminder-message.ts'
import * as store from './store.ts'

const batch = 100

/** Delivers reminders, even late; sending one and deleting its row is one mutation. */
export const reminding = dueWork({
  name: 'reminders',
  rows: store.waiting,
  async *turn({ org, now }) {
    for await (const rows of store.waiting.pages(org, { now, size: batch }))
      yield problemsOf(await Promise.allSettled(rows.map((row) => deliver(org, row))))
  },
})

async function deliver(org: Organization, row: store.Stored): Promise<void> {
  // repeat if the message changed between reading and writing
  for (;;) {
    const viewer = org.viewer(row.user_id)
    if (!viewer) {
      // the account is deactivated
      await org.transact(null, (mutation) => removeReminder(mutation, row.user_id, row.id))
      return
    }
    const own = composeContext(org, viewer)
    const reader = await readerOf(own)
    const target = await org.db.read((tx) => targetOf(tx, reader, row.message_id))
    const outgoing = await reminderTo(own, target, row.note, { quoting: true })
    const isDone = await org.transact(row.user_id, async (mutation) => {
      const now = await targetOf(mutation.tx, await readerOf(mutation), row.message_id)
      if (!isSameTarget(now, target)) return false
      if (await removeReminder(mutation, row.user_id, row.id)) await sendMessage(mutation, outgoing)
      return true
    })
    if (isDone) return
  }
}
