import type { Organization } from '#platform/organization'
import type { DueWork } from '#platform/timer'
import { readerOf } from '../messages/access/reach.ts'
import { sendMessage } from '../messages/actions/send.ts'
import { asking } from '../messages/compose.ts'
import { removeReminder } from './actions.ts'
import { isSameTarget, reminderTo, targetOf } from './composing.ts'
import * as store from './store.ts'

/** Read at a time. */
const batch = 100

/** Delivers reminders at their times, however late; each one, and its row's end, is one act. */
export const reminding: DueWork = {
  name: 'reminders',
  nextDue: store.nextDue,
  async run(place, now) {
    const problems: unknown[] = []
    let last: Pick<store.Stored, 'due_at' | 'id'> = { due_at: new Date(0), id: 0 }
    for (;;) {
      const rows = await place.db.read((tx) => store.due(tx, now, last, batch))
      const outcomes = await Promise.allSettled(
        rows.map(async (row) => deliver(await place.organization(row.org_id), row)),
      )
      for (const outcome of outcomes) if (outcome.status === 'rejected') problems.push(outcome.reason)
      const end = rows.at(-1)
      if (!end || rows.length < batch) break
      last = end
    }
    if (problems.length > 0) throw problems[0]
  },
}

async function deliver(org: Organization, row: store.Stored): Promise<void> {
  // again when the message was changed between reading and writing
  for (;;) {
    const viewer = org.viewer(row.user_id)
    if (!viewer) {
      // nobody is left to be reminded
      await org.write(null, (act) => removeReminder(act, row.user_id, row.id))
      return
    }
    const own = asking(org, viewer)
    const reader = await readerOf(own)
    const target = await org.db.read((tx) => targetOf(tx, reader, row.message_id))
    const outgoing = await reminderTo(own, target, row.note, { quoting: true })
    const isDone = await org.write(row.user_id, async (act) => {
      const now = await targetOf(act.tx, await readerOf(act), row.message_id)
      if (!isSameTarget(now, target)) return false
      if (await removeReminder(act, row.user_id, row.id)) await sendMessage(act, outgoing)
      return true
    })
    if (isDone) return
  }
}
